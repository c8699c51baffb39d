import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, serviceEnvironment, SERVICES } from '@hub/cli';
import { testConfig, TEST_ENCRYPTION_KEY } from '@hub/testing';
import type { Deployment } from './deployment';

/** What a manifest asks for that a test machine lacks: host names, encrypted connections, an identity provider. */
const NOT_HERE = [
  'SUPPORT_URL',
  'DOOR_URL',
  'HUB_ENVIRONMENT',
  'AMQP_CA_FILE',
  'AMQP_CERT_FILE',
  'AMQP_KEY_FILE',
  'DATABASE_CA_FILE',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID_FILE',
  'OIDC_CLIENT_SECRET_FILE',
];

/** What follows from it, and what lets many copies share two processors and one database. */
const HERE = {
  ALLOW_INSECURE_STORES: 'true',
  DATABASE_POOL_SIZE: '4',
  SYNC_INTERVAL_MS: '1000',
  LOG_LEVEL: 'error',
  TZ: 'UTC',
};

/** The secret of a version that cannot reach its database. */
export const UNREACHABLE = { path: '/etc/hub/own', secret: 'unreachable' };

/** Deployments with what cannot be had here left out; all else, probes, grace and drain before all, as it is given. */
export function onOneMachine(deployments: readonly Deployment[]): Deployment[] {
  return deployments.map((deployment) => {
    const given = Object.entries(deployment.template.env).filter(([name]) => !NOT_HERE.includes(name));
    return {
      ...deployment,
      template: { ...deployment.template, env: { ...Object.fromEntries(given), ...HERE } },
    };
  });
}

/** The files of every secret that a service mounts, each with its own role and broker user. */
export async function writeSecrets(given: {
  databaseUrl: string;
  amqpUrl: string;
}): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-rollout-'));
  const write = (secret: string, files: Record<string, string | undefined>) => {
    mkdirSync(join(folder, secret));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, secret, name), content ?? '');
  };
  const shared = {
    DATABASE_URL: given.databaseUrl,
    AMQP_URL: given.amqpUrl,
    HUB_ROLE_PER_SERVICE: String(testConfig().rolePerService),
  };
  for (const service of SERVICES) {
    const { DATABASE_URL, AMQP_URL } = serviceEnvironment(service, shared);
    write(`hub-${service}`, { 'database-url': DATABASE_URL, 'broker-url': AMQP_URL });
  }
  write('hub-keys', { 'encryption-keys': TEST_ENCRYPTION_KEY, 'reference-key': TEST_ENCRYPTION_KEY });
  const nowhere = `postgresql://hub:hub@127.0.0.1:${await freePort()}/hub`;
  write(UNREACHABLE.secret, { 'database-url': nowhere, 'broker-url': given.amqpUrl });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Broken off: nothing of it stays either.
  process.once('exit', remove);
  return { folder, remove };
}
