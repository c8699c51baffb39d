import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'amqplib';
import { putIntoQueue } from '@hub/testing';
import { type End, type Fault, PROMISES } from './fault';
import type { WatchedHub } from './watched-hub';

const RETURNS = 'returns.return.created';
/** Half of what the queue of an event may hold. */
const HALF_FULL = 50_000;
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
      const end = await fill(hub, RETURNS);
      return async () => {
        await end();
        await purge(hub, RETURNS);
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
      for (let count = 0; count < 25; count += 1)
        await putIntoQueue(hub.brokerWire.url, { queue: RETURNS, bytes: Buffer.from('{'), headers: {} });
      return () => hub.sql('TRUNCATE dead_letter CASCADE');
    },
    fires: ['HubDeadLettersBurst', 'HubDeadLetters'],
    heard: ['HubDeadLettersBurst', 'HubDeadLetters'],
  },
  {
    name: 'the broker takes no messages',
    strike: async ({ broker }) => {
      await broker.raiseAlarm();
      return () => broker.endAlarm();
    },
    fires: ['HubOutboxOld', 'HubAnswersFailFast'],
    heard: ['HubOutboxOld'],
    may: [...PROMISES, ...LATE, 'HubBrokerAway', 'HubServiceNotReady'],
  },
  {
    name: 'a store does not answer',
    strike: async ({ network }) => network.shops.slice(0, 1).map(dropsAll).reduce(together),
    fires: ['HubStoreAway'],
    heard: ['HubStoreAway'],
    may: ['HubPlacingsLateFast', 'HubPlacingsLateSlowly'],
  },
  {
    name: 'five stores do not answer',
    strike: async ({ network }) => network.shops.slice(0, 5).map(dropsAll).reduce(together),
    fires: ['HubManyStoresAway', 'HubStoreAway'],
    heard: ['HubManyStoresAway'],
    may: ['HubPlacingsLateFast', 'HubPlacingsLateSlowly'],
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
    fires: ['HubShopUnreadable', 'HubAnswersFailFast'],
    heard: ['HubShopUnreadable', 'HubAnswersFailFast'],
    may: ['HubAnswersFailSlowly', 'HubDeadLetters'],
  },
  {
    name: 'a crowd sends what nobody has signed',
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

/** @returns ends it, after the round that runs */
function repeatedly(round: () => Promise<void>): End {
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) await round();
  };
  const working = work();
  return () => {
    over.abort();
    return working;
  };
}

/** Half full at once, and growing. */
async function fill({ brokerWire }: WatchedHub, queue: string): Promise<End> {
  const connection = await connect(brokerWire.url);
  const channel = await connection.createConfirmChannel();
  const put = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      channel.sendToQueue(queue, Buffer.from('{'), { persistent: true });
    await channel.waitForConfirms();
  };
  for (let count = 0; count <= HALF_FULL; count += 5_000) await put(5_000);
  const end = repeatedly(async () => {
    await put(50);
    await wait(250);
  });
  return async () => {
    await end();
    await connection.close();
  };
}

async function purge({ brokerWire }: WatchedHub, queue: string): Promise<void> {
  const connection = await connect(brokerWire.url);
  try {
    const channel = await connection.createChannel();
    await channel.purgeQueue(queue);
  } finally {
    await connection.close();
  }
}
