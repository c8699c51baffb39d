import { randomUUID } from 'node:crypto';

import { sign } from '@hub/contract';

import type { DeliveryHooks } from '../../delivery/delivery-hooks';
import type { BrokenRule } from '../broken-rule';
import { envelopeRule } from '../build-rule';
import { fieldsOf, without, type Fields } from '../fields';

const ENVELOPE = 'The envelope carries spec_version "1", event, event_id, occurred_at and data.';
const SIGNED = 'Every event is signed with the shared secret, in hex, over its exact bytes.';
const RESEND = 'A resend has identical bytes and the same event_id.';

const HOUR_MS = 3_600_000;

function attemptRule(named: { id: string; rule: string }, signed: DeliveryHooks['signed']): BrokenRule {
  return { ...named, place: 'attempt', signed };
}

/** The same event with other fields, correctly signed. */
function rewritten(body: Buffer, secret: string, change: (envelope: Fields) => Fields) {
  const changed = Buffer.from(JSON.stringify(change(fieldsOf(JSON.parse(body.toString())))));
  return { body: changed, signature: sign(secret, changed) };
}

export const EVENTS_RULES: BrokenRule[] = [
  attemptRule({ id: 'event-unsigned', rule: SIGNED }, ({ body }) => ({ body, signature: null })),
  attemptRule({ id: 'event-signed-with-another-secret', rule: SIGNED }, ({ body }, { secret }) => ({
    body,
    signature: sign(`${secret}?`, body),
  })),
  attemptRule({ id: 'event-signed-in-base64', rule: SIGNED }, ({ body }, { secret }) => {
    const digest = Buffer.from(sign(secret, body).slice('sha256='.length), 'hex');
    return { body, signature: `sha256=${digest.toString('base64')}` };
  }),
  attemptRule({ id: 'event-signed-over-other-bytes', rule: SIGNED }, ({ body }, { secret }) => ({
    body,
    signature: sign(secret, JSON.stringify(JSON.parse(body.toString()), null, 2)),
  })),
  envelopeRule({ id: 'event-without-spec-version', rule: ENVELOPE }, (envelope) =>
    without(envelope, 'spec_version'),
  ),
  envelopeRule({ id: 'event-spec-version-as-number', rule: ENVELOPE }, (envelope) => ({
    ...envelope,
    spec_version: 1,
  })),
  envelopeRule({ id: 'event-without-id', rule: ENVELOPE }, (envelope) => without(envelope, 'event_id')),
  envelopeRule({ id: 'event-without-time', rule: ENVELOPE }, (envelope) => without(envelope, 'occurred_at')),
  envelopeRule({ id: 'event-time-not-utc', rule: 'occurred_at is ISO 8601 in UTC.' }, (envelope) => ({
    ...envelope,
    occurred_at: String(envelope['occurred_at']).replace('Z', '+02:00'),
  })),
  envelopeRule({ id: 'event-of-the-future', rule: 'occurred_at is not in the future.' }, (envelope) => ({
    ...envelope,
    occurred_at: new Date(Date.parse(String(envelope['occurred_at'])) + HOUR_MS).toISOString(),
  })),
  envelopeRule({ id: 'event-id-reused', rule: 'event_id is unique per event.' }, (envelope) => ({
    ...envelope,
    event_id: 'event',
  })),
  attemptRule({ id: 'resend-under-another-id', rule: RESEND }, (signed, { secret, isAgain }) =>
    isAgain()
      ? rewritten(signed.body, secret, (envelope) => ({ ...envelope, event_id: randomUUID() }))
      : signed,
  ),
  attemptRule({ id: 'resend-of-other-bytes', rule: RESEND }, (signed, { secret, isAgain }) =>
    isAgain()
      ? rewritten(signed.body, secret, (envelope) => ({ ...envelope, occurred_at: new Date().toISOString() }))
      : signed,
  ),
  {
    id: 'no-resend-on-5xx',
    rule: 'An event that met no answer or 5xx is sent again.',
    place: 'delivery',
    state: (state, { answer }) => (answer !== null && answer.status >= 500 ? 'given_up' : state),
  },
  {
    id: 'resend-after-200',
    rule: 'A 200 ends the delivery of an event.',
    place: 'delivery',
    state: (state) => (state === 'delivered' ? 'sending' : state),
  },
];
