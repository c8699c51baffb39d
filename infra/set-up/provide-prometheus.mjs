import { findProgram } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { step } from '../step.mjs';

/** Debian's packages of programs. */
const PACKAGES = {
  promtool: 'prometheus',
  prometheus: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
};

/** Prometheus with its tool, which judges the alert rules. */
export const providePrometheus = () => provide(['promtool', 'prometheus']);

/** Prometheus, and Alertmanager under the name that Debian gives it. */
export const provideMonitoring = () => provide(['prometheus', 'prometheus-alertmanager']);

/**
 * Installs programs where they are missing and that is allowed.
 *
 * @throws {import('../step.mjs').SetUpProblem} where one is missing and cannot be installed
 */
async function provide(programs) {
  const missing = programs
    .filter((program) => findProgram(program) === null)
    .map((program) => [program, PACKAGES[program]]);
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))];
  await step(`${packages.join(', ')}: installed through apt`, () =>
    installSystemPackages(packages, {
      missing: missing.map(([program]) => program).join(', '),
      otherwise: 'put them on the PATH',
    }),
  );
}
