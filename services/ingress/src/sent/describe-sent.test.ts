import { readEnvelope, type Envelope } from '@hub/contract';
import { expect, it } from '@jest/globals';
import { withoutLargeData } from '../large-data';
import { describeSent } from './describe-sent';

function envelopeOf(data: object): Envelope {
  const event = { spec_version: '1', event: 'fulfillment.shipped', event_id: 'E-1' };
  const bytes = Buffer.from(JSON.stringify({ ...event, occurred_at: '2026-11-27T12:00:00Z', data }));
  const read = readEnvelope(bytes, Date.parse('2026-11-27T12:00:00Z'));
  if (!read.ok) throw new Error(read.refusal.message);
  return read.envelope;
}

const sent = (data: object) =>
  describeSent({
    shopId: 1,
    receivedAt: 0,
    verified: true,
    signature: undefined,
    envelope: envelopeOf(data),
    body: Buffer.from('{}'),
    contentLength: 2,
    verdict: { status: 200, outcome: 'accepted' },
    byIngress: false,
  });

it('D7: what was left out of an accepted event is kept with it, by field and reason, never by value', () => {
  const named = { order_id: 'SO-1', external_ref: 'ref-1' };
  expect(sent({ ...named, tracking_url: 'www.carrier.example' })).toMatchObject({
    about: 'SO-1',
    reference: 'ref-1',
    status: 200,
    field: 'data.tracking_url',
    reason: 'left out: data.tracking_url must be an http or https address',
  });
  expect(sent(named)).toMatchObject({ field: null, reason: null });
});

it('D36: of a large body, whose data is not kept while it is undecided, they are read again', () => {
  const data = {
    order_id: 'SO-1',
    external_ref: 'ref-1',
    tracking_url: 'www.carrier.example',
    pad: 'x'.repeat(20_000),
  };
  const event = {
    spec_version: '1',
    event: 'fulfillment.shipped',
    event_id: 'E-1',
    occurred_at: '2026-11-27T12:00:00Z',
  };
  const body = Buffer.from(JSON.stringify({ ...event, data }));
  const envelope = withoutLargeData(envelopeOf(data), body);
  expect(envelope.data).toEqual({});
  expect(
    describeSent({
      shopId: 1,
      receivedAt: 0,
      verified: true,
      signature: undefined,
      envelope,
      body,
      contentLength: body.length,
      verdict: { status: 200, outcome: 'accepted' },
      byIngress: false,
    }),
  ).toMatchObject({ about: 'SO-1', reference: 'ref-1', field: 'data.tracking_url' });
});
