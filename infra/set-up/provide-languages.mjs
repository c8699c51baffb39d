import { findProgram } from '../services/find-binaries.mjs';
import { installSystemPackages } from '../services/system-packages.mjs';
import { step } from '../step.mjs';

/** What runs the files of docs/integrators/signing, and Debian's package of it. Python 3 is taken to be there, as for the guide. */
const LANGUAGES = { php: 'php-cli', ruby: 'ruby', mcs: 'mono-mcs' };
/** 464 MB: only for its own command. */
const LARGE_LANGUAGES = { go: 'golang-go' };

/**
 * Installs what is missing and where that is allowed: PHP, Ruby and Mono are 69 MB, installed in 30 seconds.
 *
 * @param {{ isWhole?: boolean }} options whole: with Go
 * @throws {import('../step.mjs').SetUpProblem} where one is missing and cannot be installed
 */
export async function provideLanguages({ isWhole = false } = {}) {
  const required = { ...LANGUAGES, ...(isWhole && LARGE_LANGUAGES) };
  const missing = Object.entries(required).filter(([program]) => findProgram(program) === null);
  if (missing.length === 0) return;
  const programs = missing.map(([program]) => program).join(', ');
  await step(`${programs}: installed through apt`, () =>
    installSystemPackages(
      missing.map(([, name]) => name),
      { missing: programs, otherwise: 'put them on the PATH' },
    ),
  );
}
