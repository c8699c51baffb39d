import { setTimeout as wait } from 'node:timers/promises';
import { refusal, sign, SIGNATURE_HEADER, Verdict } from '@hub/contract';
import { Broker, RehearsalResponder, type BrokerConfig, type RehearsedEvent } from '@hub/messaging';
import type { Logger } from '@hub/runtime';
import type { Shop } from '@hub/shops';
import type { RunSubjects } from './run-subjects';

/** Judges an event of the store, and returns the answer. */
export interface EventJudge {
  receive(message: {
    path: string;
    headers: Readonly<Record<string, string>>;
    bytes: Buffer;
    receivedAt?: number;
  }): {
    status: number;
    body: object;
  };
}

/** How long to wait for RabbitMQ. */
const ATTACH_WITHIN_MS = 10_000;

export interface EventsOfRun {
  stop(): Promise<void>;
}

/**
 * Answers the events of a rehearsing shop from the ingresses (D32): the run's own through their judge, all others as
 * not its own.
 * @returns null: RabbitMQ is away
 */
export async function answerEventsOfRun(given: {
  broker: BrokerConfig;
  logger: Logger;
  run: string;
  judge: (event: RehearsedEvent) => Verdict | null;
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

/**
 * The run's answer to an event; null: it is not its own. The ingress has verified it: it is signed again for the judge,
 * which checks that too.
 */
export function judgeOwn(
  shop: Pick<Shop, 'slug' | 'signingSecrets'>,
  subjects: RunSubjects,
  inbox: EventJudge | null,
): (event: RehearsedEvent) => Verdict | null {
  return (event) => {
    if (!subjects.owns(event)) return null;
    if (inbox === null) return refusal('temporary_failure', 'the rehearsal judges no events');
    const { body: bytes, receivedAt } = event;
    const [secret = ''] = shop.signingSecrets(Date.now());
    const headers = { [SIGNATURE_HEADER.toLowerCase()]: sign(secret, bytes) };
    const { status, body } = inbox.receive({
      path: `/shops/${shop.slug}/events`,
      headers,
      bytes,
      ...(receivedAt !== undefined && { receivedAt }),
    });
    const error = 'error' in body && typeof body.error === 'object' ? body.error : {};
    const verdict = Verdict.safeParse({ ...body, ...error, status });
    return verdict.success ? verdict.data : refusal('temporary_failure', 'the rehearsal has no answer');
  };
}
