import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collect } from './images/collect.mjs';
import { PROGRAMS } from './images/programs.mjs';
import { PROJECT_ROOT } from './project.mjs';
import { runEntry } from './run-entry.mjs';

/** `node infra/images.mjs <folder>`: what each image holds, one folder for each program; `Dockerfile` runs it. */
await runEntry(async () => {
  const folder = resolve(process.argv[2]);
  rmSync(folder, { recursive: true, force: true });
  for (const program of Object.keys(PROGRAMS))
    collect({ root: PROJECT_ROOT, program, to: join(folder, program) });
});
