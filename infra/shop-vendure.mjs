import { prepareVendure } from './adapters/prepare-vendure.mjs';
import { inProject } from './project.mjs';
import { runInForeground } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { provideTestServices } from './services/test-environment.mjs';

/** `npm run shop:vendure`: two Vendure shops beside the hub, to buy at and to look at, until Ctrl-C. */
await runEntry(async () => {
  await prepareVendure();
  const { env, registerChild, release } = await provideTestServices({ alone: true });
  try {
    return await runInForeground([inProject('e2e', 'dist', 'adapters', 'show-vendure-main.js')], {
      env: { ...process.env, ...env },
      onStart: registerChild,
    });
  } finally {
    await release();
  }
});
