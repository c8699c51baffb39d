import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

const ofMessaging = (name) =>
  JSON.parse(readFileSync(inProject('packages', 'messaging', 'src', 'broker', name), 'utf8'));
/** The limits of queues, as the services' own code has them. */
const queuePolicies = () => ofMessaging('queue-limits.json');
/** What the user of each service may do. */
const servicePermissions = () => ofMessaging('user-permissions.json');

/** RabbitMQ's salted SHA-256: base64 of a 4-byte salt followed by SHA-256(salt + password). */
export function rabbitmqPasswordHash(password, salt = randomBytes(4)) {
  const digest = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, digest]).toString('base64');
}

/**
 * What a broker is to have at each boot: its users, and the policies of this release in every virtual host. One user declares what services
 * use, and may not set policies. Another may. Each service has its own. The form is read by RabbitMQ 3.10 and 4 alike.
 *
 * @param {{ user: string, admin: string, password: string, vhosts: string[] }} options
 */
export function rabbitmqDefinitions({ user, admin, password, vhosts }) {
  const account = (name, tags) => ({
    name,
    password_hash: rabbitmqPasswordHash(password),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags,
  });
  return {
    users: [
      account(user, []),
      account(admin, ['administrator']),
      ...servicePermissions().map((service) => account(service.user, [])),
    ],
    vhosts: vhosts.map((name) => ({ name })),
    permissions: vhosts.flatMap((vhost) => [
      ...[user, admin].map((name) => ({ user: name, vhost, configure: '.*', write: '.*', read: '.*' })),
      ...servicePermissions().map((service) => ({ ...service, vhost })),
    ]),
    policies: vhosts.flatMap((vhost) =>
      queuePolicies().map((policy) => ({ vhost, ...policy, 'apply-to': 'queues' })),
    ),
  };
}
