import { runEntry } from '../run-entry.mjs';
import { installPackages } from '../set-up/install-packages.mjs';

/** `npm run packages`: installs only what the lockfile names. */
await runEntry(installPackages);
