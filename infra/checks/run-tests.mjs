import { inProject } from '../project.mjs';
import { startTestBrowser } from '../services/test-browser.mjs';
import { provideTestServices } from '../services/test-environment.mjs';
import { provideBrowser } from '../set-up/provide-browser.mjs';
import { provideLanguages } from '../set-up/provide-languages.mjs';
import { providePooler } from '../set-up/provide-pooler.mjs';
import { provideMonitoring, providePrometheus } from '../set-up/provide-prometheus.mjs';
import { testSurroundings } from '../set-up/test-surroundings.mjs';
import { runJest } from './run-jest.mjs';
import { writeTestGroups } from './test-groups.mjs';
import { tryAgain } from './try-again.mjs';

/** They wait a fifth of their time for others; a fourth worker gains nothing (decisions/testing.md#cost-and-remedy). */
const WORKERS = 3;
/** Servers of their own, which stop and start again: with more of them at a time one of them does not answer in time. */
const TRIAL_WORKERS = 2;
/** Waits may take this many times as long as written, and more in a file that was late and is tried again alone. */
const PATIENCE = { HUB_TEST_PATIENCE: '2' };
const MORE_PATIENCE = { HUB_TEST_PATIENCE: '5' };
const LONGEST_FIRST = `--testSequencer=${inProject('infra', 'checks', 'longest-first.js')}`;

/**
 * Runs the tests against private services: rules and storage side by side, then the whole journeys, which start
 * every service and wait for them most of the time.
 *
 * @param {string[]} args passed to jest
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests(args) {
  const alone = process.env.HUB_PRIVATE_SERVICES === '1';
  if (runJourneys(args)) {
    await provideBrowser();
    await provideLanguages();
    await provideMonitoring();
  }
  if (goThroughPooler(args)) await providePooler();
  if (judgeAlerts(args)) await providePrometheus();
  const given = { DATABASE_URL: process.env.DATABASE_URL, AMQP_URL: process.env.AMQP_URL };
  const services = await provideTestServices({ given, alone });
  const browser = runJourneys(args) ? await startTestBrowser() : null;
  try {
    const where = {
      ...services.env,
      ...(browser && { HUB_TEST_BROWSER: browser.url }),
      ...(args.length === 0 && { HUB_TEST_GROUPS: writeTestGroups() }),
    };
    const options = {
      env: { ...testSurroundings(process.env, where), ...PATIENCE },
      onStart: services.registerChild,
    };
    const runs = [];
    for (const selection of selections(args, services.oneBroker)) {
      const first = await runJest([...selection, ...args], options);
      const run = await tryAgain(first, (path) =>
        runJest(['--runInBand', '--runTestsByPath', path], {
          ...options,
          env: { ...options.env, ...MORE_PATIENCE },
        }),
      );
      if (run.onlyAgain !== null)
        process.stdout.write(`defect: passed only when run a second time: ${run.onlyAgain}\n`);
      runs.push(run);
    }
    return runs.reduce(
      (sum, run) => ({ passed: sum.passed + run.passed, failed: sum.failed + run.failed }),
      NOTHING,
    );
  } finally {
    await browser?.stop();
    await services.release();
  }
}

/** Whether whole journeys or trials, which open pages and run the guide's files, are among what is run. */
const runJourneys = (args) => args.length === 0 || args.some((arg) => /e2e|trials/.test(arg));

/** Whether the tests behind a pooler are among what is run. */
const goThroughPooler = (args) =>
  args.length === 0 || args.some((arg) => arg.includes('messaging') || arg.includes('pooler'));

/** Whether the alert rules, which Prometheus' own tool judges, are among what is run. */
const judgeAlerts = (args) => args.length === 0 || args.some((arg) => arg.includes('observability'));

const NOTHING = { passed: 0, failed: 0 };

/** @returns {string[][]} the runs: one of the caller's own choosing where he names projects himself */
export function selections(args, oneBroker) {
  const workers = (most) => (oneBroker ? ['--runInBand'] : [`--maxWorkers=${most}`]);
  if (args.includes('--selectProjects')) return [[...workers(TRIAL_WORKERS), LONGEST_FIRST]];
  return [
    ['--selectProjects', 'groups', ...workers(WORKERS), LONGEST_FIRST],
    ['--selectProjects', 'e2e', ...workers(WORKERS), LONGEST_FIRST],
  ];
}
