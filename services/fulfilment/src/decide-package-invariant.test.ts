import { FulfillmentShipped, readEventData } from '@hub/contract';
import { aPackage } from '@hub/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decidePackage, type KnownPackage, type ShippingLineFacts } from './decide-package';

const LINES = ['line-a', 'line-b', 'line-c'];

/** Packages of a shop that repeats reports, splits lines and sends too much. */
const reports = fc.array(
  fc.record({
    packageId: fc.constantFrom('P-1', 'P-2', 'P-3', 'P-4'),
    trackingNumber: fc.constantFrom('T-1', 'T-2'),
    items: fc.array(fc.tuple(fc.constantFrom(...LINES), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  { maxLength: 20 },
);
const quantities = fc.tuple(...LINES.map(() => fc.integer({ min: 1, max: 6 })));

interface Report {
  packageId: string;
  trackingNumber: string;
  items: [reference: string, quantity: number][];
}

function read({ packageId, trackingNumber, items }: Report): FulfillmentShipped {
  const data = aPackage({
    order_id: 'SO-1',
    package_id: packageId,
    tracking_number: trackingNumber,
    shipped_at: '2026-11-21T09:00:00Z',
    line_items: items.map(([external_ref, quantity]) => ({ external_ref, quantity })),
  });
  const event = readEventData(FulfillmentShipped, data);
  if (!event.ok) throw new Error(event.refusal.message);
  return event.data;
}

/** A shipping order that stores what was decided, as the records do. */
class Order {
  readonly packages = new Map<string, KnownPackage>();

  constructor(readonly lines: ShippingLineFacts[]) {}

  take(event: FulfillmentShipped): string {
    const decision = decidePackage(
      {
        state: 'placed',
        storeOrderId: 'SO-1',
        aliases: new Set<string>(),
        stop: null,
        holdsItsLines: true,
        orderIdTaken: false,
        foreignReferences: new Set(),
        lines: this.lines,
        known: this.packages.get(event.package_id) ?? null,
      },
      event,
      Date.parse('2026-11-21T10:00:00Z'),
    );
    if (decision.kind !== 'store') return decision.kind;
    const contents = new Map<string, number>();
    for (const { lineId, quantity } of decision.lines) {
      const line = this.lines.find(({ id }) => id === lineId);
      if (!line) throw new Error('a line that the order has not');
      line.packaged += quantity;
      contents.set(line.reference, quantity);
    }
    this.packages.set(event.package_id, {
      id: event.package_id,
      carrier: event.carrier,
      trackingNumber: event.tracking_number,
      trackingUrl: null,
      shippedAt: event.shipped_at,
      contents,
    });
    return decision.kind;
  }

  piecesInPackages(reference: string): number {
    return [...this.packages.values()].reduce((sum, { contents }) => sum + (contents.get(reference) ?? 0), 0);
  }
}

it('D8, D11: whatever a shop reports, no line holds more than was ordered, each package counts once, a repeat changes nothing', () => {
  fc.assert(
    fc.property(reports, quantities, (all, ordered) => {
      const order = new Order(
        LINES.map((reference, index) => ({
          id: reference,
          reference,
          quantity: ordered[index] ?? 1,
          packaged: 0,
          restEnded: false,
        })),
      );
      for (const event of all.map(read)) {
        const taken = order.take(event);
        const before = order.lines.map(({ packaged }) => packaged);
        for (const { reference, packaged, quantity } of order.lines) {
          expect(packaged).toBeLessThanOrEqual(quantity);
          expect(packaged).toBe(order.piecesInPackages(reference));
        }
        expect(order.take(event)).toBe(taken === 'refuse' ? 'refuse' : 'known');
        expect(order.lines.map(({ packaged }) => packaged)).toEqual(before);
      }
    }),
  );
});
