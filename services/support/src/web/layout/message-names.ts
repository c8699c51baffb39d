/** What a message would have done, in words. */
const NAMES: Readonly<Record<string, string>> = {
  'inventory.updated': "A shop's stock report",
  'order.created': 'An order that a shop sent',
  'order.cancelled': 'A cancellation that a shop sent',
  'fulfillment.shipped': 'A package that a shop reported',
  'return.created': 'A return that a shop reported',
  'catalogue.pull': 'Reading a catalogue',
  'network-quantity.recalculate': 'Working out network quantities of an article',
  'network-quantity.recalculate-shop': 'Working out network quantities of a shop',
  'order.route': 'Choosing shops for an order',
  'article.serve-waiting': 'Serving lines that wait for an article',
  'shipping-order.place': 'Placing a shipping order',
  'tracking.deliver': 'Delivering tracking',
  'shipping-order.stop': 'Stopping a shipping order',
  'shipping-order.cannot-ship': 'A shop that cannot ship a shipping order',
  'return.register': 'Registering a return',
};

/** Pure. @param type of a message */
export function messageName(type: string): string {
  return NAMES[type] ?? type;
}
