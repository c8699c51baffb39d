import { freePort, programOf, SERVICES, startServices, type ServiceName } from '@hub/cli';
import { sign } from '@hub/contract';
import {
  anEnvelope,
  anInventoryUpdate,
  createTestDatabase,
  eventually,
  holdE2eBroker,
  type HeldBroker,
  Wire,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runFuzz } from '../trials/run-fuzz';
import { openWorld, type World } from './support/open-world';
import { runHub, runProgram } from './support/run-program';
import { servicesEnv } from './support/services-env';
import { eventsUrlOf } from './support/shops';

let broker: HeldBroker;
beforeAll(async () => {
  broker = await holdE2eBroker();
}, 320_000);
afterAll(async () => {
  await broker?.release();
});

const SHARED = ['DATABASE_URL', 'AMQP_URL', 'HUB_ENCRYPTION_KEY'];
/** What each service cannot do without (D28). */
const NEEDED: Record<ServiceName, readonly string[]> = {
  ingress: SHARED,
  support: SHARED,
  catalogue: SHARED,
  inventory: SHARED,
  routing: [...SHARED, 'RELAY_EMAIL_DOMAIN'],
  fulfilment: SHARED,
  cancellation: SHARED,
  returns: SHARED,
};

describe('a service without its variables', () => {
  it.each(SERVICES)('%s names all of them at once, and ends with exit 1', async (service) => {
    const { exitCode, stdout, stderr } = await runProgram(programOf(service), { env: { LOG_LEVEL: 'loud' } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    for (const variable of NEEDED[service]) expect(stderr).toMatch(new RegExp(`${variable}: is required`));
    expect(stderr).toMatch(/LOG_LEVEL: must be: error, warn, info or debug/);
    expect(stderr).not.toContain('loud');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('the hub command', () => {
  it('answers an unknown command and wrong use with exit 2 and how to use it', async () => {
    for (const args of [['frobnicate'], ['shop', 'frobnicate'], ['order', 'show']]) {
      const { exitCode, stdout, stderr } = await runHub(args, {});
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/error: .*(unknown command|missing required argument)/);
    }
  });

  it('names every missing variable at once, with exit 1', async () => {
    const { exitCode, stderr } = await runHub(['shop', 'list', '--local'], {});
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/DATABASE_URL: is required[\s\S]*HUB_ENCRYPTION_KEY: is required/);
  });

  it('says that the database cannot be reached, with exit 1', async () => {
    const { exitCode, stderr } = await runHub(['shop', 'list'], await envWithoutDatabase());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/database cannot be reached/);
  });

  it('up does not start anything on a database that it cannot migrate', async () => {
    const { exitCode, stderr } = await runHub(['up'], await envWithoutDatabase());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/migration failed/);
  });

  it('up names every missing variable at once, and starts nothing', async () => {
    const { RELAY_EMAIL_DOMAIN: _, AMQP_URL: _broker, ...env } = await envWithoutDatabase();
    const { exitCode, stderr } = await runHub(['up'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/AMQP_URL: is required[\s\S]*RELAY_EMAIL_DOMAIN: is required/);
  });

  it('up ends with the last words of a service whose configuration cannot be used', async () => {
    const database = await createTestDatabase();
    const env = { ...(await envOf(database.url)), ALERT_EMAIL_TO: 'support@example.org' };
    const { exitCode, stderr } = await runHub(['up'], env);
    await database.drop();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/support cannot be started[\s\S]*ALERT_SMTP_URL: is required/);
  }, 60_000);
});

describe('the event address', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ amqpUrl: broker.amqpUrl });
  }, 120_000);
  afterAll(async () => {
    await world?.close();
  }, 60_000);

  const event = () =>
    JSON.stringify(anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: 'variant-near' })));
  const post = async (slug: string, body: string, secret = 'signing-secret-of-near') => {
    const response = await fetch(eventsUrlOf(slug, world.ingressPort), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature': sign(secret, body) },
      body,
    });
    return { status: response.status, body: await response.json() };
  };

  it('takes a correctly signed event', async () => {
    expect(await post('near', event())).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  });

  it('answers a wrong signature and an unknown shop alike: 401', async () => {
    const wrong = await post('near', event(), 'some other secret');
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    expect(await post('nobody', event())).toEqual(wrong);
  });

  it('answers broken JSON 400, and what is no event 422 with the field', async () => {
    expect(await post('near', '{"spec_version": "1",')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_json' } },
    });
    expect(await post('near', '{"spec_version":"1"}')).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_request', field: 'event' } },
    });
    const data = { ...anInventoryUpdate(), quantity: 1.5 };
    expect(await post('near', JSON.stringify(anEnvelope('inventory.updated', data)))).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_request', field: 'data.quantity' } },
    });
  });

  it('answers a body over 512 KiB 413, and an address that there is not 404', async () => {
    expect(await post('near', 'x'.repeat(512 * 1024 + 1))).toMatchObject({ status: 413 });
    const elsewhere = await fetch(`http://127.0.0.1:${world.ingressPort}/shops/near/orders`, {
      method: 'POST',
    });
    expect(elsewhere.status).toBe(404);
  });

  it('answers hostile bytes in every framing with no 5xx but its own 503, no echo, and no process ends', async () => {
    const pids = () => SERVICES.map((service) => world.services.pidOf(service));
    const before = pids();
    const { slug, signingSecret: secret, variantId } = world.shops.near;
    const { statuses, faults } = await runFuzz({
      port: world.ingressPort,
      pid: world.services.pidOf('ingress') ?? 0,
      target: { slug, secret, variantId },
      requests: 1_000,
      seed: 1,
    });
    expect(faults).toEqual([]);
    // Some get through: what is behind the ingress was tried as well.
    expect(statuses['200']).toBeGreaterThan(0);
    expect(pids()).toEqual(before);
  }, 120_000);
});

describe('a database that cannot be reached when the services start', () => {
  it('is logged and makes them not ready; none restarts in a loop, and all recover without help when it is there', async () => {
    const database = await createTestDatabase();
    const wire = await Wire.to(database.url);
    wire.cut();
    const env = await envOf(wire.url);
    const lines: string[] = [];
    const services = startServices({ env, onLine: (_service, line) => lines.push(line) });
    const pids = () => SERVICES.map((service) => services.pidOf(service));
    try {
      await eventually(
        async () => {
          for (const service of SERVICES) expect(await services.notReady(service)).not.toEqual([]);
          for (const service of SERVICES) expect(await services.notReady(service)).not.toBeNull();
        },
        { timeoutMs: 30_000, everyMs: 200 },
      );
      const started = pids();
      // An event is not refused permanently while shops cannot be read: the store sends it again.
      const answer = await fetch(eventsUrlOf('near', Number(env['INGRESS_PORT'])), {
        method: 'POST',
        body: '{}',
      });
      expect(answer.status).toBe(503);

      wire.repair();
      await services.ready;
      expect(pids()).toEqual(started);
      const complaints = lines.filter((line) => /"level":"(error|warn)"/.test(line));
      expect(complaints.join('\n')).toMatch(/cannot be read|database/);
      expect(complaints.length).toBeLessThan(200);
    } finally {
      await services.stop();
      wire.close();
      await database.drop();
    }
  }, 90_000);
});

async function envOf(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const [ingressPort, supportPort] = [await freePort(), await freePort()];
  return servicesEnv({ databaseUrl, amqpUrl: broker.amqpUrl, ingressPort, supportPort });
}

async function envWithoutDatabase(): Promise<NodeJS.ProcessEnv> {
  return envOf(`postgresql://hub@127.0.0.1:${await freePort()}/hub`);
}
