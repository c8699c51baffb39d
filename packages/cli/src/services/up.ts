import { doorPort } from '@hub/desk/door';
import { createLogger, requireFreePorts } from '@hub/runtime';
import { applyBroker } from '../broker/apply-broker';
import { describeStep } from '../broker/plan-broker';
import { readUpConfig, type UpConfig } from '../config';
import { counted } from '../counted';
import { environment } from '../environment';
import { openDatabase } from '@hub/database';
import { deskHere } from '../desk/desk-access';
import { provideOwnerToken } from '../desk/owner-token';
import { note, passLogLine } from '../output';
import { migrateDatabase } from './migrate-database';
import { startServices } from './start-services';
import { waitForSignal } from '../wait-for-signal';

/** Migrates, then runs every service as its own process, or all in one, until it is stopped. */
export async function up(options: { json?: boolean; together?: boolean }): Promise<void> {
  const config = readUpConfig();
  const { INGRESS_PORT, SUPPORT_PORT, DOOR_URL } = config;
  const DOOR_PORT = DOOR_URL === undefined ? undefined : doorPort(config);
  await requireFreePorts({ INGRESS_PORT, SUPPORT_PORT, DOOR_PORT });
  const logger = createLogger({ service: 'hub', level: 'info' });
  const say = (text: string) => (options.json ? logger.info(text) : note(text));
  const signalled = waitForSignal();
  say(await migrateDatabase(config));
  await provideLimits(config, say);
  await provideToken(config, say);
  const services = startServices({
    // Services may not set policies.
    env: { ...environment(), BROKER_ADMIN_URL: undefined },
    onLine: (service, line, stream) => {
      if (stream === 'stdout') passLogLine(line);
      else note(`${service}: ${line}`);
    },
    onChange: say,
    together: options.together,
  });
  try {
    const signal = await Promise.race([services.ready.then(() => null), signalled]);
    if (signal === null) {
      say(addresses(config));
      await signalled;
    }
  } finally {
    say('stopping: the ingress first, then the others');
    const ends = await services.stop();
    const failed = ends.filter(({ exitCode }) => exitCode !== 0).map(({ service }) => service);
    say(
      failed.length === 0
        ? 'all services stopped'
        : `stopped, but these did not end with exit 0: ${failed.join(', ')}`,
    );
  }
}

/**
 * Limits of queues (D5) as this release needs them, if the address for it is configured; the queues are also bounded
 * without.
 */
async function provideLimits(config: UpConfig, say: (text: string) => void): Promise<void> {
  const { BROKER_ADMIN_URL: adminUrl } = config;
  if (adminUrl === undefined) return say('limits of queues: left as they are, BROKER_ADMIN_URL is not set');
  const steps = await applyBroker({ config, adminUrl }, (messages) =>
    say(`${counted(messages, 'message')} moved`),
  );
  for (const step of steps) say(describeStep(step));
}

/** With it the hub command goes to the desk, as this machine's owner. */
async function provideToken(config: UpConfig, say: (text: string) => void): Promise<void> {
  const db = openDatabase({ ...config, DATABASE_POOL_SIZE: undefined }, { service: 'hub', size: 1 });
  try {
    say(await provideOwnerToken(db, deskHere(config)));
  } finally {
    await db.$disconnect();
  }
}

function addresses(config: UpConfig): string {
  const { INGRESS_PORT, DOOR_URL } = config;
  const door = DOOR_URL === undefined ? '' : `, the shops' own door at ${DOOR_URL}`;
  return `all services are ready: events at http://127.0.0.1:${INGRESS_PORT}/shops/<slug>/events, support at ${deskHere(config)}${door}`;
}
