/** Between the stop limit and the kill: what the end of a process itself takes. */
const SPARE_SECONDS = 3;
/** Which variable says where a program listens for others than its health. */
const PORTS = ['INGRESS_PORT', 'SUPPORT_PORT', 'DOOR_PORT'];
/** Variables read besides a program's own: by the health check of our images, by the hub command of a person. */
const OTHERS_READ = ['HEALTH_PORT', 'HUB_LOCAL'];

/** What a service of ours is given, compared with what its program reads. */
exports.serviceFaults = ({ service, program: name }, { compose, code }) => {
  const program = code.programs.get(name);
  if (program === undefined) return [`runs ${name}, which is none of our programs`];
  const { config, faults } = program.read(service.environment);
  // A command that a person runs by hand reads its own.
  const isByHand = service.entrypoint !== undefined && service.command === undefined;
  return [
    ...(isByHand ? [] : faults),
    ...imageFaults(service, name),
    ...(service.restart === undefined
      ? []
      : [...permissionFaults(service), ...stopFaults(service, { config, code })]),
    ...portFaults(service, config),
    ...unknownVariables(service, { own: compose['x-environment'], programs: code.programs, program }),
  ];
};

function imageFaults({ build }, name) {
  return faultsOf({
    'is not built from our Dockerfile': build?.context === '.' && build.dockerfile === 'infra/Dockerfile',
    [`is built as ${build?.args?.SERVICE}, and its image is of ${name}`]: build?.args?.SERVICE === name,
  });
}

function permissionFaults(service) {
  return faultsOf({
    'may write to its root': service.read_only === true,
    'keeps capabilities': service.cap_drop?.includes('ALL') === true && service.cap_add === undefined,
    'may become more than it is': service.security_opt?.includes('no-new-privileges:true') === true,
    'is privileged': service.privileged !== true && service.user === undefined,
  });
}

function stopFaults({ stop_grace_period: grace = '10s' }, { config, code }) {
  if (config === undefined) return [];
  const needed = Math.ceil(code.stopLimitMs(config) / 1_000) + SPARE_SECONDS;
  return faultsOf({
    [`is killed after ${grace}, and may need ${needed}s`]:
      /^\d+s$/.test(grace) && Number.parseInt(grace, 10) >= needed,
  });
}

/** A port of the machine leads to what is listened on; all that is listened on for others has one. */
function portFaults({ ports = [] }, config = {}) {
  const listened = PORTS.map((variable) => config[variable]).filter((port) => port !== undefined);
  const led = ports.map((port) => Number(port.slice(port.lastIndexOf(':') + 1)));
  return [
    ...led.filter((port) => !listened.includes(port)).map((port) => `port ${port} is not listened on`),
    ...(ports.length > 0 ? listened : [])
      .filter((port) => !led.includes(port))
      .map((port) => `nothing leads to port ${port}`),
  ];
}

/** A variable that all are given must be read by some program, one given to a single program by that program. */
function unknownVariables({ environment }, { own, programs, program }) {
  return Object.keys(environment)
    .filter((name) => !OTHERS_READ.includes(name))
    .filter((name) => {
      const readers = name in own ? [...programs.values()] : [program];
      return !readers.some(({ variables }) => variables.has(name));
    })
    .map((name) => `${name}: ${name in own ? 'no program reads it' : 'the program reads no such variable'}`);
}

/** The sentences that do not hold. */
const faultsOf = (demands) =>
  Object.entries(demands)
    .filter(([, holds]) => !holds)
    .map(([fault]) => fault);
