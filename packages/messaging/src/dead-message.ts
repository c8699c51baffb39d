import { HEADER, type Delivery } from './delivery';

/** A message out of the queue of dead letters, with what is known of its death. */
export interface DeadMessage {
  delivery: Delivery;
  /** The queue it died in; null: nobody says. */
  origin: string | null;
  reason: string | null;
  stack: string | null;
  attempts: number;
  firstFailedAt: Date | null;
  lastFailedAt: Date | null;
  shopId: number | null;
}

/** Reads the headers of a dead letter; whatever is missing or of the wrong type is null. */
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
    shopId: typeof shopId === 'number' && Number.isInteger(shopId) ? shopId : null,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function time(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at && Number.isFinite(at.getTime()) ? at : null;
}
