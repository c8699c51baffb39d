import { describe, expect, it } from '@jest/globals';
import { closedLinesMail } from './closed-lines-mail';

type Order = Parameters<typeof closedLinesMail>[0];
type Line = Order['lines'][number];

function aLine(overrides: Partial<Line> = {}): Line {
  return {
    id: 'l',
    lineItemId: 'L-2',
    variantId: 'V-9',
    title: 'Headlamp 400 lm',
    quantity: 1,
    unitPrice: '49.00',
    state: 'unfulfillable',
    waitingReason: null,
    waitsBecause: null,
    excludedShops: [],
    closedAt: new Date('2026-11-22T10:00:00Z'),
    ...overrides,
  };
}

function anOrder(lines: Line[]): Order {
  const order = { orderId: '1001', orderNumber: '#1001-A', shopName: 'Nordic Outdoor', currency: 'EUR' };
  return { ...order, lines, shop: 'nordic', mailAddresses: { nordic: ['ops@nordic.example'] } };
}

describe('D19: the mail to the selling shop about closed lines', () => {
  it('names order, line, article, price and day, says what to do, and where else it is shown', () => {
    expect(closedLinesMail(anOrder([aLine(), aLine({ lineItemId: 'L-1', state: 'shipped' })]))).toEqual({
      to: ['ops@nordic.example'],
      subject: 'Order #1001-A: a line that no shop ships',
      text: `Hello Nordic Outdoor,

no shop of the network can ship this line of your order #1001-A (id 1001), so we have closed it:

- 1 × Headlamp 400 lm (line L-2, variant V-9), 49.00 EUR each before discounts, closed on 2026-11-22

Please refund your customer for it. The other lines of the order are not affected.

No call notifies your store of this. You find it at your door as well, under "Not fulfilled".`,
    });
  });

  it('several together; without a title by their variants', () => {
    const mail = closedLinesMail(
      anOrder([aLine(), aLine({ lineItemId: 'L-3', title: null, closedAt: null })]),
    );
    expect(mail?.subject).toBe('Order #1001-A: lines that no shop ships');
    expect(mail?.text).toContain('these lines');
    expect(mail?.text).toContain('- 1 × V-9 (line L-3, variant V-9), 49.00 EUR each before discounts\n');
  });

  it('none if no line was closed', () => {
    expect(closedLinesMail(anOrder([aLine({ state: 'waiting' })]))).toBeNull();
  });
});
