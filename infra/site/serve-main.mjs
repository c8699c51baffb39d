import { parseArgs } from 'node:util';
import { onSignal } from '../interruption.mjs';
import { inProject } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { installPackages } from '../set-up/install-packages.mjs';
import { step } from '../step.mjs';

/** Beside the ports of ingress, desk and door. */
const PORT = 8070;

/**
 * `npm run docs:serve [-- --port <port>]`: builds the site, serves it, prints its address, and builds again what changes, until
 * Ctrl-C. If the port is in use, the next free one is taken.
 */
await runEntry(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  await installPackages();
  const { createGenerator } = await import('./generator.mjs');
  const { writeReferences } = await import('./references.mjs');
  const output = inProject('dist', 'docs');
  await step('Site: pages of the contract’s documents', () => writeReferences(output));
  const generator = await createGenerator({ output, runMode: 'serve' });
  await step('Site: pages and search', () => generator.watch());
  await generator.serve(Number(values.port ?? PORT));
  await new Promise((resolve) => onSignal(resolve));
  await generator.stopWatch();
});
