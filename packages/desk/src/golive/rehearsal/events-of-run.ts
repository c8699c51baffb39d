import { setTimeout as wait } from 'node:timers/promises';
import {
  errorBody,
  refusal,
  sign,
  SIGNATURE_HEADER,
  storableText,
  successBody,
  Verdict,
} from '@hub/contract';
import type { EventAnswer, StoreSide } from '@hub/conformance';
import type { Database } from '@hub/database';
import {
  Broker,
  RehearsalResponder,
  type BrokerConfig,
  type EventsJudge,
  type RehearsedEvent,
  type RunAnswer,
} from '@hub/messaging';
import type { Logger } from '@hub/runtime';
import type { Shop } from '@hub/shops';
import { z } from 'zod';
import { claimEvent, type Run } from './rehearsal-lease';
import { readNames, type NamedEvent, type RunSubjects } from './run-subjects';

/** How long to wait for RabbitMQ. */
const ATTACH_WITHIN_MS = 10_000;

export interface EventsOfRun {
  stop(): Promise<void>;
}

/**
 * Answers the events of a rehearsing shop from the ingresses (D32): the run's own through their judge, all others as
 * not its own.
 * @returns null: RabbitMQ is unavailable
 */
export async function answerEventsOfRun(given: {
  broker: BrokerConfig;
  logger: Logger;
  run: string;
  judge: EventsJudge;
}): Promise<EventsOfRun | null> {
  const { logger, run, judge } = given;
  const broker = new Broker({ config: given.broker, name: 'rehearsal', queues: [], logger });
  const responder = new RehearsalResponder(run, judge, logger);
  broker.register(responder);
  const late = new AbortController();
  try {
    await broker.start();
    const attached = await Promise.race([
      responder.attached.then(() => true),
      wait(ATTACH_WITHIN_MS, false, { signal: late.signal }),
    ]);
    if (attached) return { stop: () => broker.stop() };
  } catch (error) {
    await broker.stop();
    throw error;
  } finally {
    late.abort();
  }
  await broker.stop();
  return null;
}

/** What the judge of a run's events works with. */
export interface JudgedRun {
  db: Database;
  run: Run;
  shop: Pick<Shop, 'slug' | 'signingSecrets'>;
  subjects: RunSubjects;
  /** Null: the run judges no events. */
  inbox: StoreSide['inbox'];
}

/**
 * Judges the events of a rehearsing shop (D32): takes what is the run's, without effect, and leaves everything else to
 * the hub. An order that the hub holds is never the run's, whatever the store calls it.
 */
export function judgeOf(judged: JudgedRun): EventsJudge {
  const { db, run, subjects, inbox } = judged;
  return {
    async judge(received) {
      const named = readNames(received);
      const message = messageOf(judged, received);
      if (named === null || inbox === null) return LEFT_TO_HUB;
      const isAwaited = inbox.awaits(message);
      // The same bytes again are the same event, which the run has answered.
      const isRepeat = received.capabilityOff && inbox.hasReceived(received.body);
      if (!isRepeat && !subjects.owns(named, { isAwaited }))
        return { by: 'hub', watched: subjects.watches(named, { isAwaited }) };
      if (await isHeldByHub(db, run.shopId, named)) return LEFT_TO_HUB;
      const taken = {
        isStockReport: named.event === 'inventory.updated',
        sells: subjects.soldVariants(named),
      };
      if (!(await claimEvent(db, run, taken)))
        return { by: 'run', verdict: refusal('temporary_failure', 'the rehearsal is over') };
      subjects.take(named);
      return { by: 'run', verdict: verdictOf(inbox.receive(message)) };
    },
    watch(received, verdict) {
      inbox?.watch(messageOf(judged, received), answerOf(received, verdict));
    },
  };
}

const LEFT_TO_HUB: RunAnswer = { by: 'hub', watched: false };

/** The ingress has verified the event: it is signed again for the inbox, which checks that too. */
function messageOf({ shop }: JudgedRun, { body: bytes, receivedAt }: RehearsedEvent) {
  const [secret = ''] = shop.signingSecrets(Date.now());
  const headers = { [SIGNATURE_HEADER.toLowerCase()]: sign(secret, bytes) };
  const path = `/shops/${shop.slug}/events`;
  return { path, headers, bytes, ...(receivedAt !== undefined && { receivedAt }) };
}

function verdictOf({ status, body }: EventAnswer): Verdict {
  const error = 'error' in body && typeof body.error === 'object' ? body.error : {};
  const verdict = Verdict.safeParse({ ...body, ...error, status });
  return verdict.success ? verdict.data : refusal('temporary_failure', 'the rehearsal has no answer');
}

function answerOf({ body }: RehearsedEvent, verdict: Verdict): EventAnswer {
  const { status } = verdict;
  if (verdict.status !== 200) return { status, headers: {}, body: errorBody(verdict) };
  return { status, headers: {}, body: successBody(eventIdOf(body), verdict.outcome) };
}

const Identified = z.object({ event_id: z.string() });

/** The ingress has read the envelope. */
function eventIdOf(body: Buffer): string {
  return Identified.parse(JSON.parse(body.toString('utf8'))).event_id;
}

/** Whether an event names an order of the shop that the hub holds, as a sale of it or as one that it ships. */
async function isHeldByHub(db: Database, shopId: number, { data }: NamedEvent): Promise<boolean> {
  const orders = storable([data.order_id]);
  const references = storable([data.external_ref, data.hub_external_ref]);
  const sold = await db.sellerOrder.count({ where: { shopId, orderId: { in: orders } } });
  if (sold > 0) return true;
  const isNamed = [{ storeOrderId: { in: orders } }, { externalRef: { in: references } }];
  return (await db.shippingOrder.count({ where: { shopId, OR: isNamed } })) > 0;
}

/** What the database cannot hold names nothing there (D7). */
function storable(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text !== undefined && storableText(text) === text ? [text] : []));
}
