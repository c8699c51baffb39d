/** @returns {string} postgresql://role:password@127.0.0.1:port/database */
export function postgresUrl({ role, password, host = '127.0.0.1', port, database }) {
  return `postgresql://${encodeURIComponent(role)}:${encodeURIComponent(password)}@${host}:${port}/${encodeURIComponent(database)}`;
}

/**
 * @returns {string} amqp://user:password@127.0.0.1:port/vhost, the virtual host percent-encoded (`/hub` →
 *   `%2Fhub`)
 */
export function amqpUrl({ user, password, host = '127.0.0.1', port, vhost }) {
  return `amqp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}/${encodeURIComponent(vhost)}`;
}
