import { buildWorkspace, generateClient } from './build-workspace.mjs';
import { checkNode } from './check-node.mjs';
import { installPackages } from './install-packages.mjs';

/** Everything but the services: Node, packages, generated client. */
export async function prepareSources() {
  await checkNode();
  await installPackages();
  await generateClient();
}

/** {@link prepareSources}, compiled. */
export async function prepareWorkspace() {
  await prepareSources();
  await buildWorkspace();
}
