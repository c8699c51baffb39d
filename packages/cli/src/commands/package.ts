import type { Command } from 'commander';
import { addActionsOf } from '../desk/add-action';

/** `hub package correct`: the tracking of a package that a shop reported wrongly (D11). */
export function addPackageCommand(program: Command): void {
  addActionsOf(program.command('package').description('packages that shops reported'));
}
