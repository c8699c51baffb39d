import { findHaproxy } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { step } from '../step.mjs';

/**
 * haproxy for the rolling restart, installed where it is missing and that is allowed.
 *
 * @throws {import('../step.mjs').SetUpProblem} where there is none and none can be installed
 */
export async function provideProxy() {
  if (findHaproxy()) return;
  await step('haproxy: installed through apt', () =>
    installSystemPackages(['haproxy'], { missing: 'haproxy', otherwise: 'put `haproxy` on the PATH' }),
  );
}
