import { describe, expect, it } from '@jest/globals';
import { askSellingShop, askShippingShop } from './ask-shop-mail';

const order = {
  orderId: 'gid-9',
  orderNumber: '#1053',
  shop: 'nordic',
  shopName: 'Nordic Outdoor',
  heldBecause: 'it was placed more than 30 days before it was received',
  mailAddresses: { nordic: ['orders@nordic.example'], suomi: ['lager@suomi.example'] },
};
const shipping = { shop: 'suomi', shopName: 'Suomi Retki', externalRef: 'so-1', storeOrderId: null };

describe('a mail that asks a shop, ready to be sent', () => {
  it('D18: asks the shipping shop, by our reference and its id, whether it has an order', () => {
    const { to, subject, text } = askShippingShop(order, { ...shipping, storeOrderId: 'S-7' }, 'has_it');
    expect({ to, subject }).toEqual({
      to: ['lager@suomi.example'],
      subject: 'so-1: do you have this order?',
    });
    expect(text).toContain('We sent you the order S-7 (our reference so-1)');
  });

  it('D12: asks the shipping shop to stop a cancelled order', () => {
    expect(askShippingShop(order, shipping, 'stops_it').text).toContain('The order so-1 is cancelled');
  });

  it('asks the selling shop about a held order, by the number that its people know', () => {
    const { to, subject, text } = askSellingShop(order, 'still_wanted');
    expect({ to, subject }).toEqual({
      to: ['orders@nordic.example'],
      subject: 'Order #1053: is it still wanted?',
    });
    expect(text).toContain('We hold your order #1053 (id gid-9): it was placed more than 30 days');
  });

  it('D13: asks the selling shop whether goods that came back are refunded', () => {
    expect(askSellingShop(order, 'refunded').text).toContain('Have you refunded them to your customer');
  });

  it('goes to no one where the sheet has no address', () => {
    expect(askSellingShop({ ...order, mailAddresses: {} }, 'refunded').to).toEqual([]);
  });
});
