import { register } from 'node:module';
import { parse } from 'yaml';

// It imports a JSON file as it was imported before Node.js 20.10.
register('./json-modules.mjs', import.meta.url);
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const SCRIPT = /npm (?:run )?([\w:]+)/g;
const FILE = /(?:node |^)((?:infra|\.ci)\/[\w./-]+)/gm;

/**
 * What is wrong with a workflow: by the forge's own parser, and by our own rules: actions by commit, no unused permission, a time limit.
 *
 * @param {string} text
 * @param {{ scripts: string[], exists: (path: string) => boolean }} project what its steps may run
 * @returns {string[]} empty: nothing
 */
export function workflowFaults(text, { scripts, exists }) {
  const { context } = parseWorkflow({ name: 'workflow.yml', content: text }, new NoOperationTraceWriter());
  const workflow = parse(text);
  const jobs = Object.entries(workflow.jobs ?? {});
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);
  const runs = steps.map(({ run = '' }) => run).join('\n');
  return [
    ...context.errors.getErrors().map(({ message }) => message),
    ...(JSON.stringify(workflow.permissions) === '{"contents":"read"}'
      ? []
      : ['permissions: contents: read']),
    ...jobs
      .filter(([, job]) => job['timeout-minutes'] === undefined)
      .map(([job]) => `${job}: has no end (timeout-minutes)`),
    ...steps
      .filter(({ uses }) => uses !== undefined && !PINNED.test(uses))
      .map(({ uses }) => `${uses}: not by its commit`),
    ...steps
      .filter(
        ({ uses = '', with: given = {} }) =>
          uses.startsWith('actions/checkout@') && given['persist-credentials'] !== false,
      )
      .map(({ uses }) => `${uses}: persist-credentials: false`),
    ...[...runs.matchAll(SCRIPT)]
      .filter(([, script]) => !scripts.includes(script))
      .map(([, script]) => `no script ${script}`),
    ...[...runs.matchAll(FILE)].filter(([, file]) => !exists(file)).map(([, file]) => `no file ${file}`),
  ];
}
