import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** Packages, generated client and build, without services: what an image is made from. */
await runEntry(prepareWorkspace);
