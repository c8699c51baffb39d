const { picks } = require('./workloads');

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'];
const PATHS = {
  startupProbe: '/health/live',
  livenessProbe: '/health/live',
  readinessProbe: '/health/ready',
};
/** Which variable says where a program listens, by the name of the port. */
const PORTS = { health: 'HEALTH_PORT', events: 'INGRESS_PORT', desk: 'SUPPORT_PORT', door: 'DOOR_PORT' };

/** Ports are those that are listened on, probes ask what answers, and every permitted sender reaches its pod. */
exports.reachabilityFaults = ({ objects, workloads, configOf }) => [
  ...workloads.flatMap((workload) =>
    [...portFaults(workload, configOf), ...probeFaults(workload), ...closedPorts(workload, objects)].map(
      (fault) => `${workload.name}: ${fault}`,
    ),
  ),
  ...objects.filter(({ kind }) => kind === 'Service').flatMap((service) => serviceFaults(service, workloads)),
];

function portFaults(workload, configOf) {
  if (workload.object.kind === 'Job') return [];
  const config = configOf(workload) ?? {};
  const ports = workload.container.ports ?? [];
  const wrong = ports
    .filter(({ name, containerPort }) => config[PORTS[name]] !== containerPort)
    .map(({ name, containerPort }) => `port ${containerPort} (${name}) is not listened on`);
  const open = Object.entries(PORTS).filter(([, variable]) => config[variable] !== undefined);
  const unnamed = open.filter(([port]) => !ports.some(({ name }) => name === port));
  return [...wrong, ...unnamed.map(([port]) => `has no port ${port}`)];
}

function probeFaults({ object, container }) {
  if (object.kind === 'Job') return [];
  return PROBES.filter((probe) => {
    const { path, port } = container[probe]?.httpGet ?? {};
    return path !== PATHS[probe] || port !== 'health';
  }).map((probe) => `its ${probe} asks what does not answer`);
}

/** Every port of a pod that has a policy for it; a pod without any is open to all. */
function closedPorts({ container, labels }, objects) {
  const policies = objects.filter(
    ({ kind, spec }) => kind === 'NetworkPolicy' && picks(spec.podSelector, labels),
  );
  const shut = ['Ingress', 'Egress'].every((type) =>
    policies.some(({ spec }) => spec.policyTypes?.includes(type)),
  );
  const within = policies.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ ports = [] }) => ports);
  const out = policies.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ ports = [] }) => ports);
  const reached = (container.ports ?? []).filter(({ name }) => !within.some(({ port }) => port === name));
  return [
    ...(shut ? [] : ['no policy shuts it off']),
    ...reached.map(({ name }) => `nothing may reach its port ${name}`),
    ...[53, 5432, 5671]
      .filter((port) => !out.some((open) => open.port === port))
      .map((port) => `may not reach port ${port}`),
  ];
}

function serviceFaults({ metadata, spec }, workloads) {
  const behind = workloads.filter(
    ({ labels, object }) => object.kind === 'Deployment' && picks({ matchLabels: spec.selector }, labels),
  );
  const names = behind.flatMap(({ container }) => container.ports.map(({ name }) => name));
  return [
    ...(behind.length === 1 ? [] : [`Service ${metadata.name}: ${behind.length} Deployments are behind it`]),
    ...spec.ports
      .filter(({ targetPort }) => !names.includes(targetPort))
      .map(({ targetPort }) => `Service ${metadata.name}: no port ${targetPort} is behind it`),
  ];
}
