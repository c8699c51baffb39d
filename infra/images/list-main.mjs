import { PROGRAMS } from './programs.mjs';

/** What there is an image of, one a line; the workflow of a release builds each. */
process.stdout.write(`${Object.keys(PROGRAMS).join('\n')}\n`);
