import type { Command } from 'commander';
import type { OpenProgram } from './completion/candidates';

/** A command of `hub`: its line in the list of all, and its implementation, which is loaded on demand. */
interface LazyCommand {
  name: string;
  says: string;
  load: () => Promise<(program: Command, open: OpenProgram) => void>;
}

/** In the order of the help. */
export const COMMAND_LIST: readonly LazyCommand[] = [
  {
    name: 'up',
    says: 'migrates the database, then runs every service as its own process until Ctrl-C',
    load: async () => (await import('./commands/up.js')).addUpCommand,
  },
  {
    name: 'shop',
    says: 'shops of the network',
    load: async () => {
      const { addShopCommand } = await import('./commands/shop.js');
      return (program) => addShopCommand(program);
    },
  },
  {
    name: 'catalogue',
    says: "shops' catalogues",
    load: async () => (await import('./commands/catalogue.js')).addCatalogueCommand,
  },
  {
    name: 'link',
    says: 'variants that may be the same article, decided by people',
    load: async () => (await import('./commands/link.js')).addLinkCommand,
  },
  {
    name: 'events',
    says: 'what shops sent',
    load: async () => (await import('./commands/events.js')).addEventsCommand,
  },
  {
    name: 'event',
    says: 'events to try an integration with',
    load: async () => (await import('./commands/event.js')).addEventCommand,
  },
  {
    name: 'call',
    says: 'calls to stores',
    load: async () => (await import('./commands/call.js')).addCallCommand,
  },
  {
    name: 'order',
    says: 'orders and what became of them',
    load: async () => (await import('./commands/order.js')).addOrderCommand,
  },
  {
    name: 'package',
    says: 'packages that shops reported',
    load: async () => (await import('./commands/package.js')).addPackageCommand,
  },
  {
    name: 'customer',
    says: 'the data of one customer, exported or erased on request',
    load: async () => (await import('./commands/customer.js')).addCustomerCommand,
  },
  {
    name: 'stock',
    says: 'stock that is blocked after a shop could not ship it',
    load: async () => (await import('./commands/stock.js')).addStockCommand,
  },
  {
    name: 'route',
    says: 'why orders go where they go, and where they would',
    load: async () => (await import('./commands/route.js')).addRouteCommand,
  },
  {
    name: 'settlement',
    says: 'what a shop is owed and owes for lines shipped in a period, and the net, VAT step by step; returns are listed',
    load: async () => (await import('./commands/settlement.js')).addSettlementCommand,
  },
  {
    name: 'money',
    says: 'what shops owe one another',
    load: async () => (await import('./commands/money.js')).addMoneyCommand,
  },
  {
    name: 'dead',
    says: 'messages that failed permanently: look, replay, discard, restore',
    load: async () => (await import('./commands/dead.js')).addDeadCommand,
  },
  {
    name: 'case',
    says: 'failures as people work on them: one cause, one case',
    load: async () => (await import('./commands/case.js')).addCaseCommand,
  },
  {
    name: 'alerts',
    says: 'what support must look at',
    load: async () => (await import('./commands/alerts.js')).addAlertsCommand,
  },
  {
    name: 'audit',
    says: 'who of support did what, and looked at what personal data, newest first',
    load: async () => (await import('./commands/audit.js')).addAuditCommand,
  },
  {
    name: 'desk',
    says: 'who may use the support desk',
    load: async () => (await import('./commands/desk.js')).addDeskCommand,
  },
  {
    name: 'door',
    says: "the shops' own door",
    load: async () => (await import('./commands/door.js')).addDoorCommand,
  },
  {
    name: 'keys',
    says: "the keys that stores' secrets and kept bodies are encrypted with",
    load: async () => (await import('./commands/keys.js')).addKeysCommand,
  },
  {
    name: 'restore',
    says: 'after the database was restored from a backup: nothing is placed twice, nothing stays lost',
    load: async () => (await import('./commands/restore.js')).addRestoreCommand,
  },
  {
    name: 'vat',
    says: 'VAT rates by country',
    load: async () => (await import('./commands/vat.js')).addVatCommand,
  },
  {
    name: 'rehearse',
    says:
      'plays every check of going live against a shop, with the credentials of its sheet, and keeps the record; ' +
      'exits with 0 where every check passed, 1 where one failed, 3 where some could not be played',
    load: async () => (await import('./commands/rehearse.js')).addRehearseCommand,
  },
  {
    name: 'golive',
    says: 'how a shop goes live: rehearsed, confirmed by both sides, signed off; and the environment',
    load: async () => (await import('./commands/golive.js')).addGoliveCommand,
  },
  {
    name: 'broker',
    says: 'limits of queues at the broker, as this release wants them (needs BROKER_ADMIN_URL)',
    load: async () => (await import('./commands/broker.js')).addBrokerCommand,
  },
  {
    name: 'database',
    says: 'the PostgreSQL server that the hub works on',
    load: async () => (await import('./commands/database.js')).addDatabaseCommand,
  },
  {
    name: 'sign',
    says: 'the signature header of a request body',
    load: async () => (await import('./commands/sign.js')).addSignCommand,
  },
  {
    name: 'adapter',
    says: 'adapters of shop platforms, on the store kit',
    load: async () => (await import('./commands/adapter.js')).addAdapterCommand,
  },
  {
    name: 'completion',
    says: 'what a shell completes `hub` by, for bash or zsh',
    load: async () => (await import('./commands/completion.js')).addCompletionCommand,
  },
];
