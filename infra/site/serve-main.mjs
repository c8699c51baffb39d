import { parseArgs } from 'node:util';
import { onSignal } from '../interruption.mjs';
import { inProject } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { installPackages } from '../set-up/install-packages.mjs';
import { step } from '../step.mjs';
import { serveFolder } from './serve-folder.mjs';

/** Beside the ports of ingress, desk and door. */
const PORT = 8070;

/**
 * `npm run docs:serve [-- --port <port>]`: builds the site, serves it to this machine, prints its address, and builds again pages
 * that change (those of the contract's documents at the next start), until Ctrl-C.
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
  const server = await serveFolder(output, Number(values.port ?? PORT));
  process.stdout.write(`http://localhost:${server.address().port}/\n`);
  await new Promise((resolve) => onSignal(resolve));
  server.closeAllConnections();
  server.close();
  await generator.stopWatch();
});
