/** Where PostgreSQL, RabbitMQ and its management listen in their images. */
const PORTS = { DATABASE_URL: 5432, AMQP_URL: 5672, BROKER_ADMIN_URL: 15672 };

/** Whether every address leads to a service of the file, as a user whom that one makes, and to what it holds. */
exports.backingFaults = (compose, services) =>
  services.flatMap(({ name, service }) =>
    Object.keys(PORTS)
      .filter((variable) => service.environment[variable] !== undefined)
      .flatMap((variable) => addressFaults(variable, service.environment[variable], compose))
      .map((fault) => `${name}: ${fault}`),
  );

function addressFaults(variable, address, { services }) {
  const { hostname, port, username, password, pathname } = new URL(address);
  const given = services[hostname]?.environment;
  if (given === undefined) return [`${variable}: no service is called ${hostname}`];
  const [user, secret, holds] =
    variable === 'DATABASE_URL'
      ? [given.POSTGRES_USER, given.POSTGRES_PASSWORD, given.POSTGRES_DB]
      : [given.RABBITMQ_DEFAULT_USER, given.RABBITMQ_DEFAULT_PASS, given.RABBITMQ_DEFAULT_VHOST];
  return [
    ...(Number(port) === PORTS[variable] ? [] : [`${variable}: ${hostname} does not listen on ${port}`]),
    ...(username === user && password === secret
      ? []
      : [`${variable}: is of a user whom ${hostname} does not know`]),
    ...(variable === 'BROKER_ADMIN_URL' || decodeURIComponent(pathname.slice(1)) === holds
      ? []
      : [`${variable}: leads to what ${hostname} does not hold`]),
  ];
}
