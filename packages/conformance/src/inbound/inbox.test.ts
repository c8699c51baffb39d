import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS, sign, SIGNATURE_HEADER } from '@hub/contract';
import { Inbox } from './inbox';
import { type ServedInbox, serveInbox } from './serve-inbox';

const SECRET = 'test-secret';
const DATA = { variant_id: 'v-1', location_id: '1001', quantity: 3, changed_at: '2026-11-22T08:00:00Z' };

let inbox: Inbox;
let served: ServedInbox;
beforeEach(async () => {
  inbox = new Inbox({
    secrets: [SECRET],
    hubNetworkLocationId: '9000',
    waitMs: 5_000,
    arriveMs: 5_000,
    quietMs: 20,
  });
  served = await serveInbox(inbox, { host: '127.0.0.1', port: 0, shopSlug: 'test-shop' });
});
afterEach(() => served.stop());

function event(change: object = {}): string {
  return JSON.stringify({
    spec_version: '1',
    event: 'inventory.updated',
    event_id: 'e-1',
    occurred_at: '2026-11-22T08:00:00Z',
    data: DATA,
    ...change,
  });
}

async function send(
  body: string,
  { url = served.url, signature = sign(SECRET, body), method = 'POST' } = {},
) {
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  const response = await fetch(url, { method, headers, body: method === 'GET' ? null : body });
  return { status: response.status, body: await response.json() };
}

describe('the events address of a rehearsal answers as the service does', () => {
  it('D4: 200 accepted, and duplicate for the same bytes again', async () => {
    const accepted = { success: true, event_id: 'e-1', outcome: 'accepted' };
    expect(await send(event())).toEqual({ status: 200, body: accepted });
    expect(await send(event())).toEqual({ status: 200, body: { ...accepted, outcome: 'duplicate' } });
  });

  it('D4: 200 stopped for a cancellation, and for the same bytes again', async () => {
    const cancelled = event({ event: 'order.cancelled', data: { order_id: 'o-1' } });
    const stopped = { status: 200, body: { success: true, event_id: 'e-1', outcome: 'stopped' } };
    expect(await send(cancelled)).toEqual(stopped);
    expect(await send(cancelled)).toEqual(stopped);
  });

  it.each([
    ['stale', { changed_at: '2026-11-22T07:59:59Z' }],
    ['duplicate', {}],
    ['echo', { location_id: '9000' }],
    ['accepted', { changed_at: '2026-11-22T08:00:00.000000001Z' }],
    ['accepted', { location_id: '1002' }],
  ])('D10: 200 %s for a report that differs from the latest by %j', async (outcome, change) => {
    await send(event());
    const other = event({ event_id: 'e-2', data: { ...DATA, ...change } });
    expect(await send(other)).toMatchObject({ status: 200, body: { outcome } });
    const again = outcome === 'accepted' ? 'duplicate' : outcome;
    expect(await send(other)).toMatchObject({ status: 200, body: { outcome: again } });
  });

  it('D8: 409 timestamp_conflict for another quantity at the same changed_at', async () => {
    await send(event());
    const other = await send(event({ event_id: 'e-2', data: { ...DATA, quantity: 4 } }));
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'timestamp_conflict' } } });
  });

  it('D6: 409 event_id_conflict for other bytes under the id', async () => {
    await send(event());
    const other = await send(event({ data: { ...DATA, quantity: 4 } }));
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'event_id_conflict' } } });
  });

  it.each([
    ['a wrong signature', event(), { signature: 'sha256=00' }, 401, 'unauthorized'],
    ['no JSON', 'no JSON', {}, 400, 'invalid_json'],
    ['a missing field of the envelope', event({ event_id: undefined }), {}, 422, 'invalid_request'],
    ['an unknown event', event({ event: 'order.eaten' }), {}, 422, 'unknown_event'],
    ['a time to come', event({ occurred_at: '2999-01-01T00:00:00Z' }), {}, 422, 'future_timestamp'],
    ['data that is not valid', event({ data: { ...DATA, quantity: 1.5 } }), {}, 422, 'invalid_request'],
    ['a body over 512 KiB', ' '.repeat(LIMITS.maxEventBytes + 1), {}, 413, 'payload_too_large'],
    ['another method', event(), { method: 'GET' }, 404, 'not_found'],
  ])('D3: refuses %s', async (_, body, how, status, code) => {
    expect(await send(body, how)).toMatchObject({ status, body: { error: { code } } });
  });

  it('D3: 401 at the address of another shop, 404 at any other, and neither is an event of the run', async () => {
    expect((await send(event(), { url: served.url.replace('test-shop', 'other') })).status).toBe(401);
    expect((await send(event(), { url: served.url.replace('/events', '/news') })).status).toBe(404);
    expect(inbox.arrivals).toEqual([]);
  });

  it('D5: 503 once for an event left unfinished, which its resend then finishes', async () => {
    inbox.leaveUnfinished('inventory.updated');
    expect(await send(event())).toMatchObject({
      status: 503,
      body: { error: { code: 'temporary_failure' } },
    });
    expect(await send(event())).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  });

  it('refuses what is wrong before it leaves anything unfinished', async () => {
    inbox.leaveUnfinished('inventory.updated');
    expect((await send(event(), { signature: 'sha256=00' })).status).toBe(401);
    expect((await send(event())).status).toBe(503);
  });
});

describe('events are kept and judged', () => {
  it('in each respect separately: a wrong signature hides no fault of the data', async () => {
    await send(event({ spec_version: 1, data: { ...DATA, quantity: 'three' } }), { signature: '' });
    expect(inbox.arrivals[0]?.faults).toEqual({
      signature: { seen: expect.stringContaining('no X-HUB-Signature'), correct: expect.any(String) },
      envelope: { seen: expect.stringContaining('spec_version'), correct: expect.any(String) },
      data: { seen: expect.stringContaining('data.quantity'), correct: expect.any(String) },
    });
  });

  it('are waited for no longer than the limit, even if garbage is collected meanwhile', async () => {
    const { signal } = new AbortController();
    const patient = new Inbox({ ...inbox.options, signal });
    const waited = patient.waitFor(0, () => true, 50);
    await setImmediate();
    collectGarbage();
    expect(await waited).toBeNull();
  });

  it('are waited for from a mark on; null where none comes', async () => {
    await send(event());
    const isStock = ({ event: name }: { event: string | null }): boolean => name === 'inventory.updated';
    const mark = inbox.mark;
    expect(await inbox.waitFor(mark, isStock, 5)).toBeNull();
    const coming = inbox.waitFor(mark, isStock, 5_000);
    await send(event({ event_id: 'e-2' }));
    expect((await coming)?.eventId).toBe('e-2');
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
