import type { ReturnState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { aPlatformReturn, readReturn } from '../test/a-return-event';
import {
  decideSellingReturn,
  type OurReturn,
  type SellingReturnFacts,
  type SoldLineFacts,
} from './decide-selling-return';

function aLine(lineItemId: string, overrides: Partial<SoldLineFacts> = {}): SoldLineFacts {
  return {
    id: `id of ${lineItemId}`,
    lineItemId,
    quantity: 1,
    references: new Set([`ref of ${lineItemId}`]),
    reportedBefore: false,
    ours: [],
    ...overrides,
  };
}

/** Two pieces of `L-1`, one of `L-2`. */
function anOrder(overrides: Partial<SoldLineFacts> = {}): SellingReturnFacts {
  return {
    references: new Set(['order-ref', 'return-ref']),
    lines: [aLine('L-1', { quantity: 2, ...overrides }), aLine('L-2')],
  };
}

const anEvent = (...lines: [string, number][]) => readReturn(aPlatformReturn({ orderId: 'O-1' }, lines));
const aReturn = (state: ReturnState, overrides: Partial<OurReturn> = {}): OurReturn => ({
  id: 'our return',
  state,
  outcomeUnknown: false,
  lineIds: ['id of L-1'],
  ...overrides,
});
const ours = (...given: Parameters<typeof aReturn>) => ({ ours: [aReturn(...given)] });

describe('a selling platform’s own report', () => {
  it('is recorded with its own line ids', () => {
    expect(decideSellingReturn(anOrder(), anEvent(['L-1', 2], ['L-2', 1]))).toEqual({
      kind: 'record',
      lines: [
        {
          orderLineId: 'id of L-1',
          shippingOrderLineId: null,
          reportedLineId: 'L-1',
          reference: null,
          quantity: 2,
          reason: null,
        },
        expect.objectContaining({ reportedLineId: 'L-2', quantity: 1 }),
      ],
      replace: [],
      hold: [],
    });
  });

  it.each(['order-ref', 'return-ref'])('may name a reference of the order (%s)', (external_ref) => {
    const event = { ...anEvent(['L-2', 1]), external_ref: readRef(external_ref) };
    expect(decideSellingReturn(anOrder(), event)).toMatchObject({ kind: 'record' });
  });
});

describe('D13: a report that matches one of our returns', () => {
  it('is an echo where ours is registered: its receipt is recorded', () => {
    expect(decideSellingReturn(anOrder(ours('registered')), anEvent(['L-1', 2]))).toEqual({ kind: 'echo' });
  });

  it('is an echo however often it comes', () => {
    const order = anOrder({ ...ours('registered'), reportedBefore: true });
    expect(decideSellingReturn(order, anEvent(['L-1', 2]))).toEqual({ kind: 'echo' });
  });

  it('is an echo in the lines that match; the others are recorded', () => {
    expect(decideSellingReturn(anOrder(ours('registered')), anEvent(['L-1', 2], ['L-2', 1]))).toMatchObject({
      kind: 'record',
      lines: [{ reportedLineId: 'L-2' }],
    });
  });

  it.each<[string, ...Parameters<typeof aReturn>]>([
    ['under way', 'sending'],
    ['due, its outcome unknown', 'due', { outcomeUnknown: true }],
    ['failed, its outcome unknown', 'failed', { outcomeUnknown: true }],
    ['not sent, and has a line that is not reported', 'due', { lineIds: ['id of L-1', 'id of L-2'] }],
  ])('is recorded, and ours is held, where ours is %s', (_, ...given) => {
    expect(decideSellingReturn(anOrder(ours(...given)), anEvent(['L-1', 2]))).toMatchObject({
      kind: 'record',
      replace: [],
      hold: ['our return'],
    });
  });

  it.each(['due', 'failed', 'waiting'] as const)(
    'takes the place of ours where that is %s and certainly never reached the platform',
    (state) => {
      expect(decideSellingReturn(anOrder(ours(state)), anEvent(['L-1', 2]))).toMatchObject({
        kind: 'record',
        replace: ['our return'],
        hold: [],
      });
    },
  );

  it('leaves ours alone where that is only recorded: it was never to be sent', () => {
    expect(decideSellingReturn(anOrder(ours('recorded')), anEvent(['L-1', 2]))).toMatchObject({
      kind: 'record',
      replace: [],
      hold: [],
    });
  });

  it('takes the place of ours once it has reported the last of its lines', () => {
    const both = ours('waiting', { lineIds: ['id of L-1', 'id of L-2'] });
    const lines = [aLine('L-1', { ...both, reportedBefore: true }), aLine('L-2', both)];
    expect(decideSellingReturn({ ...anOrder(), lines }, anEvent(['L-2', 1]))).toMatchObject({
      replace: ['our return'],
    });
  });

  it('does not change ours where support already has it, and the platform may', () => {
    const waiting = ours('waiting', { outcomeUnknown: true });
    expect(decideSellingReturn(anOrder(waiting), anEvent(['L-1', 2]))).toMatchObject({
      kind: 'record',
      replace: [],
      hold: [],
    });
  });
});

describe('a report is refused', () => {
  it.each<[string, [string, number][], Partial<SoldLineFacts>, object]>([
    [
      'of a line that the order has not',
      [
        ['L-2', 1],
        ['nowhere', 1],
      ],
      {},
      { status: 404, code: 'unknown_line', field: 'data.lines[1].order_line_id' },
    ],
    [
      'of a part of a line',
      [['L-1', 1]],
      {},
      { status: 422, code: 'partial_quantity', field: 'data.lines[0].quantity' },
    ],
    [
      'of a part of a line, though it matches ours',
      [['L-1', 1]],
      ours('registered'),
      { status: 422, code: 'partial_quantity', field: 'data.lines[0].quantity' },
    ],
    [
      'of more than the line (D8)',
      [['L-1', 3]],
      {},
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[0].quantity' },
    ],
    [
      'of a line that it has reported before (D13)',
      [['L-1', 2]],
      { reportedBefore: true },
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[0].quantity' },
    ],
    [
      'that names a line twice (D13)',
      [
        ['L-2', 1],
        ['L-2', 1],
      ],
      {},
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[1].quantity' },
    ],
  ])('%s', (_, lines, line, refusal) => {
    expect(decideSellingReturn(anOrder(line), anEvent(...lines))).toMatchObject({ kind: 'refuse', refusal });
  });

  it('whose order reference is none of this order’s (D13)', () => {
    const event = { ...anEvent(['L-2', 1]), external_ref: readRef('another') };
    expect(decideSellingReturn(anOrder(), event)).toMatchObject({
      kind: 'refuse',
      refusal: { status: 422, code: 'invalid_request', field: 'data.external_ref' },
    });
  });

  it('whose line reference is another line’s', () => {
    const lines = [{ order_line_id: 'L-1', external_ref: 'ref of L-2', quantity: 2 }];
    const event = readReturn({ order_id: 'O-1', lines });
    expect(decideSellingReturn(anOrder(), event)).toMatchObject({
      kind: 'refuse',
      refusal: { status: 404, code: 'unknown_line', field: 'data.lines[0].external_ref' },
    });
  });
});

function readRef(external_ref: string) {
  const { external_ref: read } = readReturn({
    ...aPlatformReturn({ orderId: 'O-1' }, [['L-1', 1]]),
    external_ref,
  });
  return read;
}
