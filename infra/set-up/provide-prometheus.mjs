import { findProgram } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { step } from '../step.mjs';

/** Programs, and Debian's packages of them. */
const PACKAGES = { promtool: 'prometheus', prometheus: 'prometheus' };
/**
 * Prometheus with its tool, which judges the alert rules. Installed where they are missing and that is allowed.
 *
 * @throws {import('../step.mjs').SetUpProblem} where one is missing and cannot be installed
 */
export async function providePrometheus() {
  const missing = Object.entries(PACKAGES).filter(([program]) => findProgram(program) === null);
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))];
  await step(`${packages.join(', ')}: installed through apt`, () =>
    installSystemPackages(packages, {
      missing: missing.map(([program]) => program).join(', '),
      otherwise: 'put them on the PATH',
    }),
  );
}
