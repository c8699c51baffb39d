import type { Command } from 'commander';
import type { OpenProgram } from './completion/candidates';

/** A command of `hub`: its line in the list of all, and its implementation, which is loaded on demand. */
interface LazyCommand {
  name: string;
  says: string;
  load: () => Promise<(program: Command, open: OpenProgram) => void>;
}

/** A command that is lists alone. */
const group = (name: string, says: string): LazyCommand => ({
  name,
  says,
  load: async () => {
    const { addListsOf } = await import('./desk/add-list.js');
    return (program) => addListsOf(program.command(name).description(says));
  },
});

/** In the order of the help. */
export const COMMAND_LIST: readonly LazyCommand[] = [
  {
    name: 'up',
    says: 'migrates the database, then runs every service as its own process until Ctrl-C',
    load: async () => (await import('./commands/up.js')).addUpCommand,
  },
  {
    name: 'shop',
    says: 'shops of the network: sheets, state of their stores, calls, pauses',
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
    says: 'events that shops sent, with their answers',
    load: async () => (await import('./commands/events.js')).addEventsCommand,
  },
  {
    name: 'event',
    says: 'example events: print, send, sign',
    load: async () => (await import('./commands/event.js')).addEventCommand,
  },
  {
    name: 'call',
    says: 'calls to stores',
    load: async () => (await import('./commands/call.js')).addCallCommand,
  },
  {
    name: 'order',
    says: 'orders: find one, see what happened to it, act on it',
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
    says: 'why an order went to a shop, and what another policy would choose',
    load: async () => (await import('./commands/route.js')).addRouteCommand,
  },
  {
    name: 'settlement',
    says: 'what a shop is owed and owes for lines shipped in a period, and the net, VAT step by step; returns are listed',
    load: async () => (await import('./commands/settlement.js')).addSettlementCommand,
  },
  group('money', 'what shops owe one another'),
  {
    name: 'dead',
    says: 'messages that failed permanently: show, replay, edit, discard, restore',
    load: async () => (await import('./commands/dead.js')).addDeadCommand,
  },
  {
    name: 'case',
    says: 'cases: all failures with one cause, which an agent takes and resolves',
    load: async () => (await import('./commands/case.js')).addCaseCommand,
  },
  {
    name: 'alerts',
    says: 'alerts that support must handle',
    load: async () => (await import('./commands/alerts.js')).addAlertsCommand,
  },
  {
    name: 'audit',
    says: 'actions of support and views of personal data, the newest first',
    load: async () => (await import('./commands/audit.js')).addAuditCommand,
  },
  group('token', 'tokens of this command, as the desk issued them'),
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
    says: 'reconciles with the stores after the database was restored from a backup',
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
      'exits 0 if every check passed, 1 if one failed, 3 if some could not be played',
    load: async () => (await import('./commands/rehearse.js')).addRehearseCommand,
  },
  {
    name: 'golive',
    says: 'the go-live record of a shop: shows what is confirmed and what is missing, confirms, signs off',
    load: async () => (await import('./commands/golive.js')).addGoliveCommand,
  },
  {
    name: 'broker',
    says: 'limits of queues at the broker that this release needs (needs BROKER_ADMIN_URL)',
    load: async () => (await import('./commands/broker.js')).addBrokerCommand,
  },
  {
    name: 'database',
    says: 'the state of the PostgreSQL server: whether it accepts writes, and what runs on it',
    load: async () => (await import('./commands/database.js')).addDatabaseCommand,
  },
  {
    name: 'sign',
    says: 'prints the signature header of a request body',
    load: async () => (await import('./commands/sign.js')).addSignCommand,
  },
  {
    name: 'adapter',
    says: 'adapters of shop platforms, on the store kit',
    load: async () => (await import('./commands/adapter.js')).addAdapterCommand,
  },
  {
    name: 'completion',
    says: 'prints the completion script for bash or zsh',
    load: async () => (await import('./commands/completion.js')).addCompletionCommand,
  },
];
