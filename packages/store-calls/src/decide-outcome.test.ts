import { describe, expect, it } from '@jest/globals';
import type { Answer } from './answer';
import { decideOutcome } from './decide-outcome';
import { cancelOrder } from './store-call';

const ASKED = { external_ref: 'HUB-C1', order_id: 'SO-1' };
const RECEIPT = { success: true, ...ASKED, status: 'stopped' };
const call = cancelOrder(ASKED);

const anAnswer = (status: number, body: unknown = RECEIPT): Answer => ({
  status,
  retryAfter: undefined,
  contentEncoding: undefined,
  body: body === null ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  limit: 65_536,
});
const decide = (status: number, body?: unknown) =>
  decideOutcome(call, anAnswer(status, body), { attempts: 2, maybeActed: true });

describe('D23: what an answer says that ends a call', () => {
  it('200 with the right receipt confirms', () => {
    expect(decide(200)).toEqual({ kind: 'confirmed', status: 200, receipt: RECEIPT, attempts: 2 });
  });

  it('200 with the receipt of something else does not: the field is named', () => {
    const answer = { ...RECEIPT, external_ref: 'HUB-C2' };
    expect(decide(200, answer)).toMatchObject({
      kind: 'invalid_receipt',
      status: 200,
      field: 'external_ref',
      problem: expect.stringMatching(/\w/),
      faults: [{ field: 'external_ref' }],
      answer,
      attempts: 2,
    });
  });

  it.each([
    ['no JSON', 'stopped', 'the answer is not UTF-8 JSON'],
    ['more than is read of it (D36)', null, 'the answer is larger than 64 KiB'],
  ])('200 with %s does not either: it is the whole body', (_, body, problem) => {
    expect(decide(200, body)).toEqual({
      kind: 'invalid_receipt',
      status: 200,
      field: null,
      problem,
      faults: [{ field: '', message: problem }],
      attempts: 2,
    });
  });

  it.each([201, 202, 204, 299])('any other success is a failed receipt, whatever it says: %i', (status) => {
    const problem = `the status is ${status}, not 200`;
    expect(decide(status)).toEqual({
      kind: 'invalid_receipt',
      status,
      field: null,
      problem,
      faults: [{ field: '', message: problem }],
      attempts: 2,
    });
  });

  const error = { error: { code: 'unknown_order', message: 'no such order' } };
  const said = { code: 'unknown_order', message: 'no such order', maybeActed: true, attempts: 2 };

  it.each([401, 403])('%i is about the credentials of the hub', (status) => {
    expect(decide(status, error)).toEqual({ kind: 'unauthorized', status, ...said });
  });

  it.each([300, 302, 400, 402, 404, 409])('%i is a refusal, with the code of its body', (status) => {
    expect(decide(status, error)).toEqual({ kind: 'refused', status, ...said });
  });
});
