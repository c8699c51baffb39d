const { backingFaults } = require('./backing-faults');
const { serviceFaults } = require('./service-faults');

const OURS = /^hub-network\/([a-z]+):/;

/**
 * What is wrong with the Compose file, compared with the code that it runs.
 *
 * @param {ReturnType<typeof import('./read-compose').readCompose>} compose
 * @param {ReturnType<typeof import('../kubernetes/checks/code-facts').readCode>} code
 * @returns {string[]}
 */
exports.composeFaults = (compose, code) => {
  const services = Object.entries(compose.services).map(([name, service]) => ({
    name,
    service,
    program: OURS.exec(service.image)?.[1],
  }));
  return [
    ...code.services.flatMap((service) => {
      const running = services.filter(
        ({ program, service: { profiles } }) => program === service && has(profiles, 'system'),
      );
      return running.length === 1
        ? []
        : [`${service}: ${running.length} services of the profile system run it`];
    }),
    ...services.flatMap((one) =>
      [
        ...(one.program === undefined ? [] : serviceFaults(one, { compose, code })),
        ...startFaults(one.service, compose),
        ...volumeFaults(one.service, compose),
      ].map((fault) => `${one.name}: ${fault}`),
    ),
    ...backingFaults(compose, services),
  ];
};

/** What it waits for is there with it, and can come true. */
function startFaults({ profiles = [], depends_on: before = {} }, { services }) {
  return Object.entries(before).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (other === undefined) return [`waits for ${name}, which there is not`];
    const missing =
      other.profiles !== undefined && profiles.some((profile) => !other.profiles.includes(profile));
    const never =
      (condition === 'service_healthy' && (other.healthcheck === undefined || other.healthcheck.disable)) ||
      (condition === 'service_completed_successfully' && other.restart !== undefined);
    return [
      ...(missing ? [`waits for ${name}, which is not in each of its profiles`] : []),
      ...(never ? [`waits for ${name} to be what it never becomes: ${condition}`] : []),
    ];
  });
}

function volumeFaults({ volumes = [] }, compose) {
  return volumes
    .map((volume) => volume.split(':')[0])
    .filter((name) => !(name in compose.volumes))
    .map((name) => `mounts the volume ${name}, which there is not`);
}

const has = (profiles, profile) => profiles?.includes(profile);
