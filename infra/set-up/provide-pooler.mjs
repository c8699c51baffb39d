import { findPgbouncer } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { step } from '../step.mjs';

/**
 * PgBouncer for the tests behind a pooler, installed where it is missing and that is allowed.
 *
 * @throws {import('../step.mjs').SetUpProblem} where there is none and none can be installed
 */
export async function providePooler() {
  if (findPgbouncer()) return;
  await step('PgBouncer: installed through apt', () =>
    installSystemPackages(['pgbouncer'], {
      missing: 'PgBouncer',
      otherwise: 'put `pgbouncer` on the PATH',
    }),
  );
}
