import { Command } from 'commander';
import { addAdapterCommand } from './commands/adapter';
import { addAlertsCommand } from './commands/alerts';
import { addAuditCommand } from './commands/audit';
import { addBrokerCommand } from './commands/broker';
import { addCatalogueCommand } from './commands/catalogue';
import { addCustomerCommand } from './commands/customer';
import { addDeadCommand } from './commands/dead';
import { addDeskCommand } from './commands/desk';
import { addDoorCommand } from './commands/door';
import { addEventCommand } from './commands/event';
import { addEventsCommand } from './commands/events';
import { addGoliveCommand } from './commands/golive';
import { addOrderCommand } from './commands/order';
import { addRehearseCommand } from './commands/rehearse';
import { addRouteCommand } from './commands/route';
import { addSettlementCommand } from './commands/settlement';
import { addShopCommand } from './commands/shop';
import { addSignCommand } from './commands/sign';
import { addStockCommand } from './commands/stock';
import { addKeysCommand } from './commands/keys';
import { addUpCommand } from './commands/up';
import { addVatCommand } from './commands/vat';

/** The hub command with all its commands (D27); wrong use throws commander's error. */
export function hubProgram(): Command {
  const program = new Command('hub')
    .description('operate a HUB Network: shops, catalogues, orders, failures, services')
    .showHelpAfterError('(add --help for how to use it)')
    .exitOverride();
  addUpCommand(program);
  addShopCommand(program);
  addCatalogueCommand(program);
  addEventsCommand(program);
  addEventCommand(program);
  addOrderCommand(program);
  addCustomerCommand(program);
  addStockCommand(program);
  addRouteCommand(program);
  addSettlementCommand(program);
  addDeadCommand(program);
  addAlertsCommand(program);
  addAuditCommand(program);
  addDeskCommand(program);
  addDoorCommand(program);
  addKeysCommand(program);
  addVatCommand(program);
  addRehearseCommand(program);
  addGoliveCommand(program);
  addBrokerCommand(program);
  addSignCommand(program);
  addAdapterCommand(program);
  return program;
}
