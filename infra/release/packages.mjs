import { runEntry } from '../run-entry.mjs';
import { installPackages } from '../set-up/install-packages.mjs';

/** `npm run packages`: installs what the lockfile names, and nothing else. */
await runEntry(installPackages);
