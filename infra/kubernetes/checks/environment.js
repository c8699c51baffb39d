const { posix } = require('node:path');
const { SECRET_KEYS } = require('./secrets');
const { find } = require('./workloads');

/** Read by Node.js itself, before any program. */
const READ_BY_NODE = ['NODE_OPTIONS'];

/**
 * What the program of a pod reads from its environment, as the pod gives it: secrets as files of a kind's example.
 *
 * @returns {{ env: Record<string, string>, faults: string[] }}
 */
exports.environmentOf = ({ container, pod, program }, { objects, code }) => {
  const known = code.programs.get(program)?.variables ?? new Set();
  const settings = (container.envFrom ?? []).map(({ configMapRef }) =>
    find(objects, 'ConfigMap', configMapRef?.name),
  );
  const env = Object.assign({}, ...settings.map((map) => map?.data));
  const faults = settings.includes(undefined) ? ['its settings are nowhere'] : [];
  for (const { name, value } of container.env ?? []) {
    if (!known.has(name) && !READ_BY_NODE.includes(name))
      faults.push(`${name}: the program reads no such variable`);
    const variable = name.replace(/_FILE$/, '');
    if (!name.endsWith('_FILE') || !known.has(variable)) env[name] = value;
    else env[variable] = contentOf(value, { container, pod });
    if (name.endsWith('_FILE') && contentOf(value, { container, pod }) === undefined)
      faults.push(`${name}: no secret is mounted as ${value}`);
  }
  return { env, faults };
};

/** The example of the key that a path leads to. */
function contentOf(path, { container, pod }) {
  const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === posix.dirname(path));
  const volume = pod.volumes?.find(({ name }) => name === mount?.name);
  return volume?.secret?.secretName && mount.readOnly ? SECRET_KEYS[posix.basename(path)] : undefined;
}

/** Each program can be started with what its pod gives it; what all are given, some program reads. */
exports.environmentFaults = ({ workloads, objects, code }) => [
  ...workloads.flatMap((workload) => {
    const program = code.programs.get(workload.program);
    if (program === undefined) return [];
    const { env, faults } = exports.environmentOf(workload, { objects, code });
    return [...faults, ...program.read(env).faults].map((fault) => `${workload.name}: ${fault}`);
  }),
  ...objects
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap(({ metadata, data }) =>
      Object.keys(data)
        .filter((name) => ![...code.programs.values()].some(({ variables }) => variables.has(name)))
        .map((name) => `ConfigMap ${metadata.name}: no program reads ${name}`),
    ),
];
