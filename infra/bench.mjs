import { readdirSync } from 'node:fs';
import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { prepareRun } from './set-up/prepare-run.mjs';

/** `npm run bench -- <name>`: sets up what is missing and runs one benchmark of bench/src. */
await runEntry(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const known = readdirSync(inProject('bench', 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  if (!known.includes(name)) {
    process.stderr.write(`usage: npm run bench -- <${known.join(' | ')}>\n`);
    return 2;
  }
  const { env, release, registerChild } = await prepareRun();
  try {
    return await runInForeground([inProject('bench', 'dist', name, 'main.js'), ...args], {
      env: { ...env, ...process.env },
      onStart: registerChild,
    });
  } finally {
    await release();
  }
});
