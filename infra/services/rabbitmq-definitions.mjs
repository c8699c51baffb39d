import { createHash, randomBytes } from 'node:crypto';

/** RabbitMQ's salted SHA-256: base64 of a 4-byte salt followed by SHA-256(salt + password). */
export function rabbitmqPasswordHash(password, salt = randomBytes(4)) {
  const digest = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, digest]).toString('base64');
}

/**
 * What a broker is to have at its first boot: one user with every right in every virtual host. The form is
 * read by RabbitMQ 3.10 and 4 alike.
 *
 * @param {{ user: string, password: string, vhosts: string[] }} wanted
 */
export function rabbitmqDefinitions({ user, password, vhosts }) {
  return {
    users: [
      {
        name: user,
        password_hash: rabbitmqPasswordHash(password),
        hashing_algorithm: 'rabbit_password_hashing_sha256',
        tags: ['administrator'],
      },
    ],
    vhosts: vhosts.map((name) => ({ name })),
    permissions: vhosts.map((vhost) => ({ user, vhost, configure: '.*', write: '.*', read: '.*' })),
  };
}
