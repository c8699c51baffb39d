import { HEADER, type Delivery } from '../broker/delivery';

/** The range of PostgreSQL's int4, and plausible times: any other header value is not stored. */
const INT4 = 2_147_483_647;
const EARLIEST = new Date(0);
const LATEST = new Date('2262-01-01T00:00:00Z');

/** A message from the dead-letter queue, with what is known of its failure. */
export interface DeadMessage {
  delivery: Delivery;
  /** The queue it failed in; null: unknown. */
  origin: string | null;
  reason: string | null;
  stack: string | null;
  attempts: number;
  firstFailedAt: Date | null;
  lastFailedAt: Date | null;
  shopId: number | null;
}

/** Parses the headers of a failed message; a missing or mistyped one is null. */
export function readDeadMessage(delivery: Delivery): DeadMessage {
  const { headers } = delivery;
  const shopId = headers[HEADER.shopId];
  return {
    delivery,
    origin: text(headers[HEADER.origin]),
    reason: text(headers[HEADER.reason]),
    stack: text(headers[HEADER.stack]),
    attempts: Math.max(1, delivery.attempts),
    firstFailedAt: time(headers[HEADER.firstFailedAt]),
    lastFailedAt: time(headers[HEADER.lastFailedAt]),
    shopId:
      typeof shopId === 'number' && Number.isInteger(shopId) && Math.abs(shopId) <= INT4 ? shopId : null,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function time(value: unknown): Date | null {
  const at = new Date(typeof value === 'string' ? value : Number.NaN);
  return at >= EARLIEST && at <= LATEST ? at : null;
}
