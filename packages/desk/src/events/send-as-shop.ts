import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { inTransaction, type Database } from '@hub/database';
import { recordActions } from '../engine/record-actions';

/** Longer than the service takes for a cancellation (D5). */
const ANSWER_WITHIN_MS = 35_000;

export interface EventAsShop {
  /** The shop's slug, for the trail. */
  shop: string;
  /** An address of events. */
  url: string;
  secret: string;
  body: Buffer;
  actor: string;
  /** For the trail. */
  detail?: Record<string, string | number>;
}

/** The request, and its response: a status with the body, or why there was none. */
export interface SentAsShop {
  signature: string;
  /** Null: there was no response. */
  status: number | null;
  /** JSON parsed, other bodies as text. */
  answer: unknown;
  /** Null: there was a response. */
  failure: string | null;
}

/** Sends an event to an address of events as the shop's store would, signed with its secret. Recorded first. */
export async function sendAsShop(db: Database, event: EventAsShop): Promise<SentAsShop> {
  const { shop, url, secret, body, actor, detail } = event;
  await inTransaction(db, (tx) =>
    recordActions(tx, { actor, action: 'event.send', subjects: [`shop:${shop}`], ...(detail && { detail }) }),
  );
  return postAsShop({ url, secret, body });
}

/** The same for a caller that has recorded it. */
export async function postAsShop(event: Pick<EventAsShop, 'url' | 'secret' | 'body'>): Promise<SentAsShop> {
  const { url, secret, body } = event;
  const signature = sign(secret, body);
  return { signature, ...(await post(url, { body, signature })) };
}

async function post(
  url: string,
  { body, signature }: { body: Buffer; signature: string },
): Promise<Omit<SentAsShop, 'signature'>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { status: response.status, answer: parsed(await response.text()), failure: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, answer: null, failure: cause instanceof Error ? cause.message : String(cause) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
