import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, PrivateBroker, repositoryRoot, takeUnacknowledged } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { applyBroker } from '../src/broker/apply-broker';

/** The fields of the rendered manifests with which KEDA counts a queue. */
const ScaledObject = z.object({
  kind: z.literal('ScaledObject'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    minReplicaCount: z.int(),
    maxReplicaCount: z.int(),
    triggers: z.array(
      z.object({
        metadata: z.strictObject({
          protocol: z.literal('http'),
          mode: z.literal('QueueLength'),
          queueName: z.string(),
          value: z.coerce.number(),
        }),
      }),
    ),
  }),
});
/** KEDA reads `messages`; messages in flight are read to check that they are included. */
const Answer = z.object({ messages: z.int(), messages_unacknowledged: z.int() });
const LOOKER = { name: 'keda', password: 'may-only-look' };
const BROKER_COUNTS = { timeoutMs: 45_000, everyMs: 500 };

const scaled = scaledObjects();
const triggers = scaled.flatMap(({ spec }) => spec.triggers.map(({ metadata }) => metadata));
let own: { broker: PrivateBroker; url: string };
/** The content of the secret `hub-broker-management`. */
let host: string;
beforeAll(async () => {
  const started = await PrivateBroker.start();
  if (!started) throw new Error('this machine has no RabbitMQ of its own');
  own = started;
  const { adminUrl } = own.broker;
  await applyBroker({ config: { AMQP_URL: own.url }, adminUrl });
  await own.broker.control('add_user', LOOKER.name, LOOKER.password);
  await own.broker.control('set_user_tags', LOOKER.name, 'monitoring');
  await own.broker.control('set_permissions', '-p', 'private', LOOKER.name, '^$', '^$', '^$');
  host = `http://${LOOKER.name}:${LOOKER.password}@${new URL(adminUrl).host}/private`;
}, 120_000);
afterAll(() => own?.broker.close(), 60_000);

describe('KEDA, querying the broker with full queues', () => {
  it('counts the messages of each queue, with a read-only user, and makes as many copies', async () => {
    // Given a different depth for each queue: a number of copies' worth, and a few more messages.
    const given = triggers.map(({ queueName, value }, index) => ({
      queueName,
      depth: (1 + (index % 3)) * value + index + 1,
      copies: 2 + (index % 3),
    }));
    for (const { queueName, depth } of given) await put(queueName, depth);

    await eventually(async () => {
      const seen = await Promise.all(
        triggers.map(async ({ queueName, value }) => {
          const { messages: depth } = await asKedaAsks(queueName);
          return { queueName, depth, copies: Math.ceil(depth / value) };
        }),
      );
      expect(seen).toEqual(given);
    }, BROKER_COUNTS);
  }, 120_000);

  it('counts what a worker has in flight, so that no copy is removed while it works', async () => {
    const queue = 'routing.order.created';
    const { messages } = await asKedaAsks(queue);
    const worker = await takeUnacknowledged(own.url, queue, 50);
    try {
      await eventually(async () => {
        expect(await asKedaAsks(queue)).toEqual({ messages, messages_unacknowledged: 50 });
      }, BROKER_COUNTS);
    } finally {
      await worker.release();
    }
  }, 90_000);
});

/**
 * Queries as KEDA's scaler does: the virtual host is the last segment of the host's path, the queue's name is escaped.
 */
async function asKedaAsks(queue: string): Promise<z.output<typeof Answer>> {
  const { origin, pathname, username, password } = new URL(host);
  const vhost = pathname.split('/').at(-1) ?? '';
  const answer = await fetch(`${origin}/api/queues/${vhost}/${encodeURIComponent(queue)}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  if (answer.status !== 200) throw new Error(`the broker answered ${answer.status} of ${queue}`);
  return Answer.parse(await answer.json());
}

const put = (queue: string, count: number): Promise<string> =>
  own.broker.control(
    'eval',
    `[rabbit_basic:publish({resource, <<"private">>, exchange, <<>>}, <<"${queue}">>, [], <<"one">>) || _ <- lists:seq(1, ${count})], ok.`,
  );

function scaledObjects() {
  const file = join(repositoryRoot(), 'infra', 'kubernetes', 'rendered', 'production.yaml');
  const objects = parseAllDocuments(readFileSync(file, 'utf8')).map((one): unknown => one.toJS());
  return objects.flatMap((object) => {
    const kind = z.object({ kind: z.string() }).parse(object).kind;
    return kind === 'ScaledObject' ? [ScaledObject.parse(object)] : [];
  });
}
