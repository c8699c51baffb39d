const { find, leastCopies, picks } = require('./workloads');

/** Between the stop limit and the kill: what the end of a process itself takes. */
const SPARE_SECONDS = 3;

/** Parts of a heap that are as large as `--max-semi-space-size`. */
const SEMI_SPACES = 3;
/** Bodies and buffers, code, and the process itself, are outside the heap. */
const OUTSIDE_HEAP_MIB = 128;

/** How each service is deployed: one Deployment, its own account and budget, pods with few rights. */
exports.podFaults = ({ objects, workloads, code }) => [
  ...code.services.flatMap((service) => {
    const count = workloads.filter(
      ({ program, object }) => program === service && object.kind === 'Deployment',
    );
    return count.length === 1 ? [] : [`${service}: ${count.length} Deployments run it`];
  }),
  ...workloads.flatMap((workload) =>
    [
      ...identityFaults(workload, objects),
      ...securityFaults(workload),
      ...budgetFaults(workload, objects),
    ].map((fault) => `${workload.name}: ${fault}`),
  ),
];

function identityFaults({ program, tag, pod, object, labels }, objects) {
  const account = find(objects, 'ServiceAccount', pod.serviceAccountName);
  const fits = object.kind === 'Job' || picks(object.spec.selector, labels);
  return faultsOf({
    'its image is none of ours': program !== undefined,
    'its image has no version': tag !== undefined && tag !== 'latest',
    'it has no account of its own': account?.automountServiceAccountToken === false,
    'its selector does not pick its pods': fits && Object.keys(labels).length > 0,
  });
}

function securityFaults({ pod, container }) {
  const own = container.securityContext ?? {};
  const shared = pod.securityContext ?? {};
  return faultsOf({
    'runs as root, or as an undeclared user': shared.runAsNonRoot === true && shared.runAsUser === 10001,
    'may write to its root': own.readOnlyRootFilesystem === true,
    'may become more than it is': own.allowPrivilegeEscalation === false && own.privileged !== true,
    'keeps capabilities': own.capabilities?.drop?.includes('ALL') && own.capabilities.add === undefined,
    'has every system call': shared.seccompProfile?.type === 'RuntimeDefault',
    'has a token of the cluster': pod.automountServiceAccountToken === false,
    'shares something of its node': !pod.hostNetwork && !pod.hostPID && !pod.hostIPC,
    'asks for nothing, or takes all there is': Boolean(
      container.resources?.requests?.cpu &&
      container.resources.requests.memory &&
      container.resources.limits?.memory,
    ),
    'its heap is not bounded well below its limit of memory': hasBoundedHeap(container),
  });
}

function hasBoundedHeap({ env = [], resources }) {
  const { value = '' } = env.find(({ name }) => name === 'NODE_OPTIONS') ?? {};
  const mebibytes = (text, pattern) => Number(pattern.exec(text)?.[1]);
  const old = mebibytes(value, /--max-old-space-size=(\d+)/);
  const semi = mebibytes(value, /--max-semi-space-size=(\d+)/);
  const limit = mebibytes(resources?.limits?.memory ?? '', /^(\d+)Mi$/);
  return old + SEMI_SPACES * semi + OUTSIDE_HEAP_MIB <= limit;
}

function budgetFaults({ object, labels }, objects) {
  if (object.kind === 'Job') return [];
  const copies = leastCopies(objects, object);
  const budgets = objects.filter(
    ({ kind, spec }) => kind === 'PodDisruptionBudget' && picks(spec.selector, labels),
  );
  // One copy has no budget: with one, its node could never be emptied.
  if (copies === 1) return budgets.length === 0 ? [] : ['its budget keeps a node from being emptied'];
  const [budget] = budgets;
  return faultsOf({
    'it has not one budget': budgets.length === 1,
    'its budget keeps none, or all': budget?.spec.minAvailable >= 1 && budget.spec.minAvailable < copies,
    'a rollout takes copies away first': object.spec.strategy?.rollingUpdate?.maxUnavailable === 0,
    'all copies may be on one node': (object.spec.template.spec.topologySpreadConstraints ?? []).some(
      ({ topologyKey }) => topologyKey === 'kubernetes.io/hostname',
    ),
  });
}

/** Its grace is longer than it needs to end, and no proxy still sends when it no longer accepts. */
exports.stopFaults = ({ workloads, code, configOf }) =>
  workloads
    .filter(({ object }) => object.kind === 'Deployment')
    .flatMap((workload) => {
      const config = configOf(workload);
      if (config === undefined) return [];
      const needed = Math.ceil(code.stopLimitMs(config) / 1_000) + SPARE_SECONDS;
      const grace = workload.pod.terminationGracePeriodSeconds ?? 30;
      const { periodSeconds = 10, failureThreshold = 3 } = workload.container.readinessProbe ?? {};
      const seenAfterMs = periodSeconds * failureThreshold * 1_000;
      return faultsOf({
        [`is killed after ${grace} s, and may need ${needed} s`]: grace >= needed,
        'is seen not ready only when it has stopped accepting':
          config.DRAIN_MS === undefined || config.DRAIN_MS >= seenAfterMs,
      }).map((fault) => `${workload.name}: ${fault}`);
    });

/** The sentences that do not hold. */
const faultsOf = (demands) =>
  Object.entries(demands)
    .filter(([, holds]) => !holds)
    .map(([fault]) => fault);
