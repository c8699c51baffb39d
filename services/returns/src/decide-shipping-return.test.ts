import { aReturn, type ReturnData } from '@hub/testing';
import type { ReturnDoubt, ShippedLineFacts, ShippingReturnFacts } from '@hub/orders/returns';
import { describe, expect, it } from '@jest/globals';
import { readReturn } from '../test/a-return-event';
import { decideShippingReturn } from './decide-shipping-return';

function aLine(reference: string, overrides: Partial<ShippedLineFacts> = {}): ShippedLineFacts {
  return {
    id: `id of ${reference}`,
    orderLineId: `order line of ${reference}`,
    reference,
    quantity: 1,
    returnedBefore: false,
    doubt: null,
    ...overrides,
  };
}

/** Two pieces of `line-a`, one of `line-b`. */
function anOrder(overrides: Partial<ShippedLineFacts> = {}): ShippingReturnFacts {
  return {
    reference: 'order-ref',
    lines: [aLine('line-a', { quantity: 2, ...overrides }), aLine('line-b')],
  };
}

type Returned = [reference: string | undefined, quantity: number];

function anEvent(lines: Returned[], overrides: Partial<ReturnData> = {}) {
  return readReturn(
    aReturn({
      external_ref: 'order-ref',
      lines: lines.map(([external_ref, quantity], index) => ({
        order_line_id: `SOL-${index + 1}`,
        ...(external_ref === undefined ? {} : { external_ref }),
        quantity,
        reason: 'too small',
      })),
      ...overrides,
    }),
  );
}

describe('a return of whole lines', () => {
  it('is registered, with the reason and the shop’s own line id', () => {
    expect(decideShippingReturn(anOrder(), anEvent([['line-a', 2]]))).toEqual({
      kind: 'store',
      register: [
        {
          orderLineId: 'order line of line-a',
          shippingOrderLineId: 'id of line-a',
          reportedLineId: 'SOL-1',
          reference: 'line-a',
          quantity: 2,
          reason: 'too small',
        },
      ],
      hold: [],
      doubts: [],
    });
  });

  it('needs no order reference: the order_id finds the order', () => {
    const { external_ref: _, ...event } = anEvent([['line-b', 1]]);
    expect(decideShippingReturn(anOrder(), event)).toMatchObject({ kind: 'store' });
  });
});

describe('D13: where something could be refunded twice', () => {
  it.each<ReturnDoubt>(['reported_by_selling_shop', 'stopped', 'returned_by_another_shop'])(
    'a line in doubt (%s) waits for support, the others are registered',
    (doubt) => {
      const decision = decideShippingReturn(
        anOrder({ doubt }),
        anEvent([
          ['line-a', 2],
          ['line-b', 1],
        ]),
      );
      expect(decision).toMatchObject({
        kind: 'store',
        register: [{ reference: 'line-b' }],
        hold: [{ reference: 'line-a' }],
        doubts: [doubt],
      });
    },
  );
});

describe('a return is refused', () => {
  it.each<[string, Returned[], Partial<ShippedLineFacts>, object]>([
    [
      'whose line has no reference (D13)',
      [
        ['line-b', 1],
        [undefined, 2],
      ],
      {},
      { status: 422, code: 'invalid_request', field: 'data.lines[1].external_ref' },
    ],
    [
      'with an unknown line',
      [['nowhere', 1]],
      {},
      { status: 404, code: 'unknown_line', field: 'data.lines[0].external_ref' },
    ],
    [
      'of a part of a line',
      [['line-a', 1]],
      {},
      { status: 422, code: 'partial_quantity', field: 'data.lines[0].quantity' },
    ],
    [
      'of more than the line (D8)',
      [['line-a', 3]],
      {},
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[0].quantity' },
    ],
    [
      'of a line that this shop has returned before (D13)',
      [['line-a', 2]],
      { returnedBefore: true },
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[0].quantity' },
    ],
    [
      'that names a line twice (D13)',
      [
        ['line-b', 1],
        ['line-b', 1],
      ],
      {},
      { status: 409, code: 'quantity_exceeded', field: 'data.lines[1].quantity' },
    ],
    [
      'that names a line twice with parts of it',
      [
        ['line-a', 1],
        ['line-a', 1],
      ],
      {},
      { status: 422, code: 'partial_quantity', field: 'data.lines[0].quantity' },
    ],
  ])('%s', (_, lines, line, refusal) => {
    expect(decideShippingReturn(anOrder(line), anEvent(lines))).toMatchObject({ kind: 'refuse', refusal });
  });

  it('whose order reference is another order’s (D13)', () => {
    const event = anEvent([['line-a', 2]], { external_ref: 'another' });
    expect(decideShippingReturn(anOrder(), event)).toMatchObject({
      kind: 'refuse',
      refusal: { status: 422, code: 'invalid_request', field: 'data.external_ref' },
    });
  });
});
