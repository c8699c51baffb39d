import { setTimeout as wait } from 'node:timers/promises';
import { Pace } from '@hub/observability';
import { anEnvelope, anOrder, putIntoQueue } from '@hub/testing';
import { type Fault, PROMISES } from './fault';
import { fillQueue, purgeQueue } from './fill-queue';

const RETURNS = 'returns.return.created';
/** The hub counts its queues every 15 s, whatever the pace of the rules: growth shows over a longer time only. */
const SLOWER = new Pace(1 / 12);
const PLACING_PROMISE_MS = 60_000;

/** What shows only when it has lasted for a while, or when something is checked again. */
export const FAULTS_IN_TIME: readonly Fault[] = [
  {
    name: 'a queue grows for long',
    pace: SLOWER,
    strike: async (hub) => {
      await hub.copy('returns').stop('SIGKILL');
      const end = await fillQueue(hub, { queue: RETURNS, atOnce: 1_000, perSecond: 100 });
      return async () => {
        await end();
        await purgeQueue(hub, RETURNS);
        await hub.copy('returns').start();
      };
    },
    fires: ['HubServiceDown', 'HubQueueUnattended', 'HubQueueGrows'],
    // It grows because no service consumes it: that alone is reported to a person.
    heard: ['HubServiceDown'],
    may: [...PROMISES, 'HubPassOverdue', 'HubOutboxOld', 'HubDeadLetters', 'HubDeadLettersBurst'],
  },
  {
    name: 'messages are given out late',
    strike: (hub) =>
      fillQueue(hub, {
        queue: RETURNS,
        atOnce: 0,
        perSecond: 40,
        headers: () => ({ 'x-published-at': Date.now() - 2 * PLACING_PROMISE_MS }),
      }),
    fires: ['HubMessagesWait'],
    heard: ['HubMessagesWait'],
    // No worker can read them.
    may: ['HubDeadLetters', 'HubDeadLettersBurst'],
  },
  {
    name: 'shipping orders wait for longer than a minute',
    strike: async ({ sql }) => {
      await sql(`INSERT INTO call_hold (shop_id, operation, status, since, next_probe_at)
        SELECT id, 'place_order', 403, now(), now() + interval '1 day' FROM shop`);
      await wait(PLACING_PROMISE_MS + 10_000);
      await sql(`DELETE FROM call_hold`);
      return async () => undefined;
    },
    fires: ['HubPlacingsLateFast', 'HubPlacingsLateSlowly'],
    heard: ['HubPlacingsLateFast'],
    // All that has waited is placed at once, by the few connections that a service has here.
    may: [...PROMISES, 'HubCallsHeld', 'HubConnectionsShort'],
  },
  {
    name: 'no worker can decide a paid order',
    strike: async ({ brokerWire, sql }) => {
      // As a worker gives up a message whose every attempt has failed.
      await putIntoQueue(brokerWire.url, {
        queue: 'dead-letters',
        bytes: Buffer.from(JSON.stringify(anEnvelope('order.created', anOrder()))),
        headers: {
          'x-origin': 'routing.order.created',
          'x-reason': 'TypeError',
          'x-shop-id': 1,
          'x-attempts': 6,
        },
      });
      return () => sql('TRUNCATE dead_letter CASCADE');
    },
    fires: ['HubOrdersUndecided', 'HubDeadLetters'],
    heard: ['HubOrdersUndecided'],
  },
  {
    name: 'the key of kept bodies opens them no more',
    strike: async ({ sql }) => {
      const flip = `UPDATE body_key SET sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)`;
      await sql(flip);
      return () => sql(flip);
    },
    fires: ['HubBodiesUnreadable'],
    heard: ['HubBodiesUnreadable'],
    // What shops send is kept under that key.
    may: ['HubSentEventsDropped'],
  },
];
