import { sign } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { checkEvent, type EventSender } from './check-event';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const sender: EventSender = {
  id: 7,
  secrets: ['s-new', 's-old'],
  older: [],
  someUnopened: false,
  capabilities: {
    products: 'live',
    inventory: 'live',
    orders: 'dry_run',
    cancellation: 'off',
    returns: 'draining',
  },
};

function anEvent(overrides: Record<string, unknown> = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      spec_version: '1',
      event: 'inventory.updated',
      event_id: 'E-1',
      occurred_at: '2026-11-21T12:00:00Z',
      data: {},
      ...overrides,
    }),
  );
}

function check(body: Buffer, options: { sender?: EventSender | null; signature?: string } = {}) {
  const from = options.sender === undefined ? sender : options.sender;
  return checkEvent({
    sender: from,
    body,
    signature: 'signature' in options ? options.signature : sign('s-new', body),
    now: NOW,
  });
}

function codeOf(checked: ReturnType<typeof check>) {
  return checked.ok ? 'ok' : [checked.refusal.status, checked.refusal.code, checked.refusal.field];
}

describe('D3: order of checks in the ingress', () => {
  it('lets a verified event of an enabled capability in', () => {
    expect(codeOf(check(anEvent()))).toBe('ok');
  });

  it('D2: every secret of the shop verifies', () => {
    const body = anEvent();
    expect(codeOf(check(body, { signature: sign('s-old', body) }))).toBe('ok');
  });

  it('401 before the body is parsed: unknown shop and wrong signature get the same answer', () => {
    const broken = Buffer.from('{');
    const unknownShop = check(broken, { sender: null });
    const wrongSignature = check(broken, { signature: sign('guess', broken) });
    expect(codeOf(unknownShop)).toEqual([401, 'unauthorized', undefined]);
    expect(wrongSignature).toEqual(unknownShop);
  });

  it('503 where a secret of the shop cannot be opened and no other matches: a 401 would end delivery', () => {
    const body = anEvent();
    const half = { ...sender, secrets: ['s-old'], someUnopened: true };
    expect(codeOf(check(body, { sender: half }))).toEqual([503, 'temporary_failure', undefined]);
    expect(codeOf(check(body, { sender: half, signature: sign('s-old', body) }))).toBe('ok');
    expect(check(body, { sender: half })).toMatchObject({ verified: false });
  });

  it.each([
    ['broken JSON', Buffer.from('{'), [400, 'invalid_json', undefined]],
    ['an array', Buffer.from('[]'), [400, 'invalid_json', undefined]],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), [400, 'invalid_json', undefined]],
    ['a missing envelope field', anEvent({ event_id: undefined }), [422, 'invalid_request', 'event_id']],
    ['another spec_version', anEvent({ spec_version: '2' }), [422, 'invalid_request', 'spec_version']],
    ['an unknown name', anEvent({ event: 'order.paid' }), [422, 'unknown_event', 'event']],
    [
      'a time 6 s ahead',
      anEvent({ occurred_at: '2026-11-21T12:00:06Z' }),
      [422, 'future_timestamp', 'occurred_at'],
    ],
  ])('refuses %s', (_what, body, expected) => {
    expect(codeOf(check(body))).toEqual(expected);
  });

  it('allows five seconds of clock difference', () => {
    expect(codeOf(check(anEvent({ occurred_at: '2026-11-21T12:00:05Z' })))).toBe('ok');
  });

  it.each([
    ['order.created', 'ok'],
    ['fulfillment.shipped', 'ok'],
    ['return.created', 'ok'],
    ['order.cancelled', [403, 'capability_disabled', undefined]],
  ])('D25: %s goes by its own capability', (event, expected) => {
    expect(codeOf(check(anEvent({ event })))).toEqual(expected);
  });

  it('a future time is reported before a switched-off capability', () => {
    const body = anEvent({ event: 'order.cancelled', occurred_at: '2027-01-01T00:00:00Z' });
    expect(codeOf(check(body))).toEqual([422, 'future_timestamp', 'occurred_at']);
  });
});
