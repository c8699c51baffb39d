import { STATE_FOLDER } from '../project.mjs';
import { withLock } from '../services/with-lock.mjs';
import { buildWorkspace, generateClient } from './build-workspace.mjs';
import { checkNode } from './check-node.mjs';
import { installPackages } from './install-packages.mjs';

/** Everything but the services: Node, packages, generated client. One at a time, for all share the folders. */
export async function prepareSources() {
  await checkNode();
  await alone(async () => {
    await installPackages();
    await generateClient();
  });
}

/** {@link prepareSources}, compiled. */
export async function prepareWorkspace() {
  await prepareSources();
  await compile();
}

/** Brings every `dist` up to date. */
export const compile = () => alone(buildWorkspace);

const alone = (work) => withLock(`${STATE_FOLDER}/workspace`, work);
