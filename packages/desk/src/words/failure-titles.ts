type Title = readonly [one: string, many: string, what: string];

/** What fails with a message of a type. */
const FAILURES: ReadonlyMap<string, Title> = new Map<string, Title>(
  Object.entries<Title>({
    'inventory.updated': ['A stock report', 'Stock reports', 'could not be recorded'],
    'order.created': ['An order', 'Orders', 'could not be recorded'],
    'order.cancelled': ['A cancellation', 'Cancellations', 'could not be recorded'],
    'fulfillment.shipped': ['A package', 'Packages', 'could not be recorded'],
    'return.created': ['A return', 'Returns', 'could not be recorded'],
    'catalogue.pull': ['A catalogue', 'Catalogues', 'could not be read'],
    'network-quantity.recalculate': ['A network quantity', 'Network quantities', 'could not be calculated'],
    'network-quantity.recalculate-shop': [
      'The network quantities of a shop',
      'Network quantities of shops',
      'could not be calculated',
    ],
    'order.route': ['An order', 'Orders', 'could not be routed'],
    'article.serve-waiting': ['A waiting line', 'Waiting lines', 'could not be routed'],
    'shipping-order.place': ['A shipping order', 'Shipping orders', 'could not be placed'],
    'tracking.deliver': ['A tracking', 'Trackings', 'could not be delivered'],
    'shipping-order.stop': ['A shipping order', 'Shipping orders', 'could not be stopped'],
    'shipping-order.cannot-ship': [
      'A cancellation by the shipping shop',
      'Cancellations by the shipping shop',
      'could not be recorded',
    ],
    'return.register': ['A return', 'Returns', 'could not be registered'],
  }),
);
const OTHER: Title = ['A message', 'Messages', 'could not be handled'];

/** Such as `A return could not be registered`; a message of another release is only called a message. */
export function failureTitle(type: string): string {
  const [one, , what] = FAILURES.get(type) ?? OTHER;
  return `${one} ${what}`;
}

/** The same of all messages of a queue, from its service and message type: `Returns could not be registered`. */
export function failuresOfQueue(queue: string): string {
  const [, many, what] = FAILURES.get(queue.slice(queue.indexOf('.') + 1)) ?? OTHER;
  return `${many} ${what}`;
}
