import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { prepareWorkspace } from '../set-up/prepare-workspace.mjs';
import { step } from '../step.mjs';
import { provideIsland } from './island.mjs';

/** The workspace, Vendure on its island, and the shop with the hub's plugin, compiled. */
export async function prepareVendure() {
  await prepareWorkspace();
  const island = await provideIsland('vendure');
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
  await step('vendure: compiles the plugin and the shop', () =>
    runCommand(process.execPath, [compiler, '-p', island]),
  );
}
