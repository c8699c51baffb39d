const { TestEnvironment } = require('jest-environment-node');

/** How many times as long as written a test and its hooks may take: more in the second try of a file (`run-tests.mjs`). */
const PATIENCE = Number(process.env.HUB_TEST_PATIENCE ?? 1);

/** Node.js as jest's own environment has it; a machine of a third of the usual pace fails no test by its time alone. */
class PatientEnvironment extends TestEnvironment {
  handleTestEvent({ name, test, hook }) {
    if (name === 'test_start') stretch(test);
    if (name === 'hook_start') stretch(hook);
  }
}

/** Those without a timeout have jest's (`testTimeout`), which is stretched where it is set. A hook runs often. */
function stretch(timed) {
  if (timed.timeout && !timed.stretched)
    Object.assign(timed, { timeout: timed.timeout * PATIENCE, stretched: true });
}

module.exports = PatientEnvironment;
