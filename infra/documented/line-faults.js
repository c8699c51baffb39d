const { parseArgs } = require('node:util');

const COMPOSE_OPTIONS = { 'env-file': { type: 'string' }, profile: { type: 'string' } };
const UP_OPTIONS = { d: { type: 'boolean', short: 'd' }, build: { type: 'boolean' } };
const RUN_OPTIONS = {
  rm: { type: 'boolean' },
  'no-deps': { type: 'boolean' },
  volume: { type: 'string', short: 'v' },
};

/**
 * What is wrong with a documented line, by what it names; the programs themselves are not asked. What stands after `hub` is
 * held against the command itself by `packages/cli`.
 *
 * @param {string} line
 * @param {{ compose: object, exists: (path: string) => boolean, objects: object[] }} facts
 * @returns {string[]} empty: all that it names is there
 */
exports.lineFaults = (line, facts) => {
  const words = wordsOf(line);
  return words[0] === 'kubectl'
    ? kubectlFaults(words.slice(1), facts)
    : composeLineFaults(words.slice(2), facts);
};

/** As a shell splits them; what is between quotes is one word. */
function wordsOf(line) {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );
}

function composeLineFaults(words, facts) {
  const at = words.findIndex((word) => ['up', 'run', 'exec'].includes(word));
  if (at === -1) return [`compose: no trial knows "${words[0]}"`];
  const { values } = parseArgs({ args: words.slice(0, at), options: COMPOSE_OPTIONS });
  const [file, profile] = [values['env-file'], values.profile].map((value) => value?.toString());
  const profiles = new Set(Object.values(facts.compose.services).flatMap(({ profiles: of = [] }) => of));
  return [
    ...(file && !facts.exists(file) ? [`no file ${file}`] : []),
    ...(profile && !profiles.has(profile) ? [`no profile ${profile}`] : []),
    ...(words[at] === 'up' ? upFaults(words.slice(at + 1)) : insideFaults(words.slice(at + 1), facts)),
  ];
}

function upFaults(words) {
  parseArgs({ args: words, options: UP_OPTIONS });
  return [];
}

function insideFaults(words, facts) {
  const { tokens } = parseArgs({ args: words, options: RUN_OPTIONS, strict: false, tokens: true });
  const at = tokens.find(({ kind }) => kind === 'positional')?.index ?? 0;
  const unknown = tokens.filter(
    ({ kind, index, name }) => kind === 'option' && index < at && !RUN_OPTIONS[name],
  );
  const [service, ...command] = words.slice(at);
  return [
    ...unknown.map(({ name }) => `no option ${name}`),
    ...(facts.compose.services[service] ? [] : [`no service ${service}`]),
    ...[...command.join(' ').matchAll(/127\.0\.0\.1:(\d+)/g)]
      .filter(([, port]) => port !== facts.compose.services[service]?.environment.HEALTH_PORT)
      .map(([, port]) => `${service} answers no health at ${port}`),
  ];
}

/** Kinds as `kubectl` takes them. */
const KINDS = { deployment: 'Deployment', scaledobject: 'ScaledObject', job: 'Job' };
/** Verbs that change an object, checked here by what they name; `kustomize` and `apply` are used in sentences only. */
const CHANGES = ['scale', 'annotate', 'delete'];
const PAUSED = 'autoscaling.keda.sh/paused-replicas';

function kubectlFaults([verb, kind, ...rest], { objects }) {
  if (['kustomize', 'rollout'].includes(verb)) return [];
  if (!CHANGES.includes(verb)) return [`kubectl: no trial knows "${verb}"`];
  const known = objects.filter((object) => object.kind === KINDS[kind]).map(({ metadata }) => metadata.name);
  const names = rest.filter((word) => !word.startsWith('--') && !word.startsWith(PAUSED));
  return [
    ...(known.length === 0 ? [`no ${kind} in the manifests`] : []),
    ...(names.length === 0 && !rest.includes('--all') ? [`${verb} ${kind}: of what?`] : []),
    ...names.filter((name) => !known.includes(name)).map((name) => `no ${kind} ${name} in the manifests`),
    ...(verb === 'annotate' && !rest.some((word) => word.startsWith(PAUSED))
      ? ['annotates what nothing reads']
      : []),
  ];
}
