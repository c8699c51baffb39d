import { ConfigError } from '@hub/runtime';
import { isDatabaseAway } from '@hub/messaging';
import { Command, CommanderError } from 'commander';
import { addAlertsCommand } from './commands/alerts';
import { addAuditCommand } from './commands/audit';
import { addCatalogueCommand } from './commands/catalogue';
import { addDeadCommand } from './commands/dead';
import { addDeskCommand } from './commands/desk';
import { addEventsCommand } from './commands/events';
import { addOrderCommand } from './commands/order';
import { addRouteCommand } from './commands/route';
import { addSettlementCommand } from './commands/settlement';
import { addShopCommand } from './commands/shop';
import { addSignCommand } from './commands/sign';
import { addStockCommand } from './commands/stock';
import { addUpCommand } from './commands/up';
import { addVatCommand } from './commands/vat';
import { CommandFailure } from './failure';
import { note } from './output';

/** The hub command (D27). Exit codes: 0 done, 1 failed, 2 wrong use, others by the command. */
async function main(): Promise<void> {
  const program = new Command('hub')
    .description('operate a HUB Network: shops, catalogues, orders, failures, services')
    .showHelpAfterError('(add --help for how to use it)')
    .exitOverride();
  addUpCommand(program);
  addShopCommand(program);
  addCatalogueCommand(program);
  addEventsCommand(program);
  addOrderCommand(program);
  addStockCommand(program);
  addRouteCommand(program);
  addSettlementCommand(program);
  addDeadCommand(program);
  addAlertsCommand(program);
  addAuditCommand(program);
  addDeskCommand(program);
  addVatCommand(program);
  addSignCommand(program);
  await program.parseAsync();
}

/** Says what is wrong in words and chooses the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandFailure) {
    error.lines.forEach(note);
    return error.exitCode;
  }
  if (error instanceof ConfigError) note(error.message);
  else if (isDatabaseAway(error))
    note('the database cannot be reached: is DATABASE_URL right and PostgreSQL up?');
  else if (error instanceof Error && 'code' in error && error.code === 'ENOENT') note('no such file');
  else note(error instanceof Error ? `failed: ${error.message}` : 'failed');
  return 1;
}

main().then(
  () => undefined,
  (error: unknown) => {
    process.exitCode = report(error);
  },
);
