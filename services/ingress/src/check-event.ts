import {
  capabilityDisabled,
  readEnvelope,
  requireEvent,
  temporaryFailure,
  UNAUTHORIZED,
  verifySignature,
  type Capability,
  type Envelope,
  type Refusal,
} from '@hub/contract';
import type { CapabilityState } from '@hub/database';
import { withoutLargeData } from './large-data';

/** What the ingress must know about a shop to accept an event. */
export interface EventSender {
  id: number;
  /** Secrets that verify now (D2). */
  secrets: string[];
  /** Secrets that no longer verify: used only where a signature is explained. */
  older: string[];
  /** Whether this process cannot open one that verifies now. */
  someUnopened: boolean;
  capabilities: Readonly<Record<Capability, CapabilityState>>;
  /** D32: the running rehearsal of the shop. */
  rehearsal?: string | null;
}
export type CheckedEvent =
  /**
   * `envelope`: without the data of a large body. `capabilityOff`: the shop rehearses, and its run answers for the
   * capability (D32).
   */
  | { ok: true; sender: EventSender; envelope: Envelope; capabilityOff: boolean }
  /** `verified`: whether the shop is known to be the sender. */
  | { ok: false; refusal: Refusal; envelope: Envelope | null; verified: boolean };

/**
 * D3's checks in D3's order, after the size: shop and signature, JSON, envelope, time, capability. An unknown shop
 * costs the same work and gets the same answer as a wrong signature, so that slugs cannot be guessed. Where this
 * process lacks the key of a secret and none of the others matches, the sender is not known, and the event is not
 * refused.
 */
export function checkEvent(request: {
  sender: EventSender | null;
  body: Buffer;
  signature: string | undefined;
  /** The later of the process's clock and the database's (Clocks). */
  now: number;
}): CheckedEvent {
  const { sender, body, signature, now } = request;
  const verified = verifySignature({ secrets: sender?.secrets ?? [], body, header: signature });
  // A 4xx would end the delivery of an event that may well be this shop's.
  if (sender?.someUnopened && !verified)
    return unverified(temporaryFailure('the signature cannot be checked now'));
  if (!sender || !verified) return unverified(UNAUTHORIZED);
  const read = readEnvelope(body, now);
  if (!read.ok) return refused(read.refusal);
  const envelope = withoutLargeData(read.envelope, body);
  const { capability } = requireEvent(envelope.event);
  const capabilityOff = sender.capabilities[capability] === 'off';
  if (capabilityOff && !sender.rehearsal) return refused(capabilityDisabled(capability), envelope);
  return { ok: true, sender, envelope, capabilityOff };
}

function refused(answer: Refusal, envelope: Envelope | null = null): CheckedEvent {
  return { ok: false, refusal: answer, envelope, verified: true };
}

function unverified(answer: Refusal): CheckedEvent {
  return { ok: false, refusal: answer, envelope: null, verified: false };
}
