import { setTimeout as wait } from 'node:timers/promises';
import { SERVICES } from '@hub/cli';
import { aGtin, putIntoQueue } from '@hub/testing';
import { type End, type Fault, PROMISES } from './fault';
import { fillQueue, purgeQueue } from './fill-queue';
import { repeatedly } from './repeatedly';
import type { WatchedHub } from './watched-hub';

const RETURNS = 'returns.return.created';
/** Half of what the queue of an event may hold. */
const HALF_FULL = 50_000;
/** Work that is done has brought forth a message: for an article that no line waits for. */
const ENQUEUE = `INSERT INTO outbox (message_id, type, payload, correlation)
  VALUES (gen_random_uuid(), 'article.serve-waiting', '{"gtin":"${aGtin(999)}"}', 'of a fault')`;
/** The roles of the relays, which lock the outbox to publish it. */
const RELAYS = SERVICES.filter((service) => service !== 'ingress')
  .map((service) => `hub_${service}`)
  .join(', ');
const LATE = ['HubMessagesWait', 'HubOutboxOld', 'HubConnectionsShort', 'HubPassOverdue'];

/** Messages, stores, shops. */
export const FAULTS_OF_WORK: readonly Fault[] = [
  {
    name: 'a table that everybody needs is locked',
    strike: ({ lock }) => lock('variant'),
    // Work that waits takes every connection, those too by which a service sees whether its database is there.
    fires: ['HubDatabaseAway', 'HubConnectionsShort', 'HubAnswersFailFast'],
    heard: ['HubDatabaseAway'],
    may: [
      ...PROMISES,
      ...LATE,
      'HubDeadLetters',
      'HubServiceNotReady',
      'HubServiceDown',
      'HubQueueUnattended',
    ],
  },
  {
    name: 'verdicts take more than a second',
    strike: async ({ lock }) =>
      repeatedly(async () => {
        const release = await lock('variant');
        await wait(1_500);
        await release();
        // Time enough for what has waited: nothing is answered `503`.
        await wait(2_000);
      }),
    fires: ['HubVerdictsLateFast', 'HubVerdictsLateSlowly'],
    heard: ['HubVerdictsLateFast'],
    may: ['HubConnectionsShort'],
  },
  {
    name: 'a queue fills up',
    strike: async (hub) => {
      await hub.copy('returns').stop('SIGKILL');
      const end = await fillQueue(hub, { queue: RETURNS, atOnce: HALF_FULL, perSecond: 200 });
      return async () => {
        await end();
        await purgeQueue(hub, RETURNS);
        await hub.copy('returns').start();
      };
    },
    fires: ['HubServiceDown', 'HubQueueUnattended', 'HubQueueNearBound'],
    heard: ['HubServiceDown', 'HubQueueNearBound'],
    // The hub counts a queue every 15 s, which is all the time over which it has to grow here.
    may: [...PROMISES, ...LATE, 'HubQueueGrows', 'HubDeadLetters', 'HubDeadLettersBurst'],
  },
  {
    name: 'messages fail permanently',
    strike: async (hub) => {
      // The hub counts them every 15 s, which is all the time over which they are compared here: half of them are enough.
      for (let count = 0; count < 60; count += 1)
        await putIntoQueue(hub.brokerWire.url, {
          queue: RETURNS,
          // The same bytes would be the same failed message.
          bytes: Buffer.from(`{${count}`),
          headers: {},
        });
      return () => hub.sql('TRUNCATE dead_letter CASCADE');
    },
    fires: ['HubDeadLettersBurst', 'HubDeadLetters'],
    heard: ['HubDeadLettersBurst', 'HubDeadLetters'],
  },
  {
    name: 'the broker takes no messages',
    strike: async ({ broker, sql }) => {
      await broker.raiseAlarm();
      await sql(ENQUEUE);
      return () => broker.endAlarm();
    },
    fires: ['HubBrokerAway', 'HubOutboxOld', 'HubAnswersFailFast'],
    // That the outbox grows follows from it: only the broker is reported to a person.
    heard: ['HubBrokerAway'],
    may: [...PROMISES, ...LATE, 'HubServiceNotReady'],
  },
  {
    name: 'no service may take messages from the outbox',
    strike: async ({ sql }) => {
      await sql(`REVOKE UPDATE (id) ON outbox FROM ${RELAYS}`);
      await sql(ENQUEUE);
      return () => sql(`GRANT UPDATE (id) ON outbox TO ${RELAYS}`);
    },
    fires: ['HubOutboxOld'],
    heard: ['HubOutboxOld'],
    may: [...PROMISES, ...LATE],
  },
  {
    name: 'a store does not answer',
    strike: async ({ network }) => network.shops.slice(0, 1).map(dropsAll).reduce(together),
    fires: ['HubStoreAway'],
    heard: ['HubStoreAway'],
    // Tracking and returns are given up after their three attempts.
    may: ['HubPlacingsLateFast', 'HubPlacingsLateSlowly', 'HubDeadLetters', 'HubDeadLettersBurst'],
  },
  {
    name: 'five stores do not answer',
    strike: async ({ network }) => network.shops.slice(0, 5).map(dropsAll).reduce(together),
    fires: ['HubManyStoresAway', 'HubStoreAway'],
    heard: ['HubManyStoresAway'],
    // Tracking and returns are given up after their three attempts; once the stores are back, all that has waited is sent at
    // once, by the few connections that a service has here.
    may: [...PROMISES, ...LATE, 'HubDeadLetters', 'HubDeadLettersBurst', 'HubQueueUnattended'],
  },
  {
    name: 'a store refuses our token',
    strike: async ({ network, sql }) => {
      const end = network.shops[0]?.store.faults.add({
        endpoint: '*',
        fault: { kind: 'status', status: 401, code: 'unauthorized' },
      });
      return async () => {
        end?.();
        await sql('DELETE FROM call_hold');
      };
    },
    fires: ['HubCallsHeld'],
    heard: ['HubCallsHeld'],
    may: ['HubDeadLetters'],
  },
  {
    name: 'a secret of a shop cannot be opened',
    strike: async ({ sql }) => {
      const flip = `SET bearer_token = set_byte(bearer_token, 20, get_byte(bearer_token, 20) # 1),
        revision = nextval('shop_revision') WHERE slug = 'shop-1'`;
      await sql(`UPDATE shop ${flip}`);
      return () => sql(`UPDATE shop ${flip}`);
    },
    fires: ['HubShopUnreadable'],
    heard: ['HubShopUnreadable'],
    // One of six shops: its `503` are about as many as the promise has room for.
    may: ['HubAnswersFailFast', 'HubAnswersFailSlowly', 'HubDeadLetters'],
  },
  {
    name: 'many senders send unsigned events',
    strike: async ({ ingressPort, network }) =>
      repeatedly(async () => {
        const url = `http://127.0.0.1:${ingressPort}/shops/${network.shops[0]?.slug}/events`;
        const posts = Array.from({ length: 200 }, () => fetch(url, { method: 'POST', body: '{}' }));
        await Promise.all((await Promise.all(posts)).map((response) => response.arrayBuffer()));
        await wait(1_000);
      }),
    fires: ['HubSentEventsDropped'],
    heard: ['HubSentEventsDropped'],
  },
];

type Shop = WatchedHub['network']['shops'][number];

const dropsAll = ({ store }: Shop): End => {
  const end = store.faults.add({ endpoint: '*', fault: { kind: 'drop', when: 'before' } });
  return async () => end();
};

const together =
  (one: End, other: End): End =>
  async () => {
    await one();
    await other();
  };
