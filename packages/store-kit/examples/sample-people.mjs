// The people of the sample store: who sells, packs, and takes goods back. `hub-rehearse --simulate` asks them through `/_control`.

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const ADDRESS = { name: 'Robin Example', addressLine1: 'Street 1', zip: '12345', city: 'Exampleton' };

/** What people do in the shop. Each reports it to the kit. */
function actsOf(shop, { events, health }) {
  const requireOrder = (orderId) => shop.orders.get(orderId) ?? fail(`there is no order ${orderId}`);
  const productOf = (id) =>
    shop.products.find(({ variants }) => variants.some(({ variantId }) => variantId === id));
  const placeOf = ({ network }) => (network ? shop.network : shop.here);
  return {
    /** `address`: with the code of a rehearsal, where one asks. */
    async sell({ lines: asked, address = {}, totalDiscounts = 0 }) {
      const lines = asked.map((line) => ({ lineId: crypto.randomUUID(), ...line }));
      const order = {
        orderId: crypto.randomUUID(),
        kind: 'own',
        status: 'created',
        externalRef: null,
        lines,
      };
      shop.orders.set(order.orderId, { ...order, totalDiscounts, paymentStatus: 'paid', tags: [] });
      await events.orderPaid({
        orderId: order.orderId,
        createdAt: new Date(),
        currency: shop.currency,
        shippingAddress: { ...ADDRESS, countryCode: 'SE', addressLine2: address.address_line2 },
        lines: lines.map(({ quantity, ...line }) => ({
          ...line,
          unitPrice: 49.9,
          allocations: [{ locationId: placeOf(line), quantity }],
        })),
        shippingCost: 0,
        totalDiscounts,
      });
      for (const line of lines) await shop.move(line.variantId, { at: placeOf(line), by: -line.quantity });
      return order;
    },
    async cancel({ orderId }) {
      const order = requireOrder(orderId);
      order.status = 'cancelled';
      await events.orderCancelled({ orderId, cancelledAt: new Date() });
      // Goods of a shipping order that cannot be shipped are missing, and stay so.
      for (const line of order.kind === 'own' ? order.lines : [])
        await shop.move(line.variantId, { at: placeOf(line), by: line.quantity });
    },
    async ship({ orderId, lines }) {
      const order = requireOrder(orderId);
      const [packageId, trackingNumber] = [crypto.randomUUID(), crypto.randomUUID()];
      const parcel = { packageId, carrier: 'PostNord', trackingNumber, shippedAt: new Date() };
      await events.packageShipped({ ...parcel, orderId, lines: linesOf(order, lines) });
    },
    async return({ orderId, lines }) {
      const order = requireOrder(orderId);
      const back = linesOf(order, lines);
      await events.returned({ returnId: crypto.randomUUID(), orderId, lines: back });
      for (const { variantId, quantity } of order.kind === 'shipping' ? back : [])
        await shop.move(variantId, { by: quantity });
    },
    stock: ({ variantId, locationId, quantity }) => shop.move(variantId, { at: locationId, to: quantity }),
    list: async ({ variantId, listed }) => void (productOf(variantId).isLeftOut = !listed),
    events: async (address) => address,
    state: async () => ({
      orders: [...shop.orders.values()].map((order) => ({
        ...order,
        document: { total_discounts: order.totalDiscounts },
      })),
      notifications: shop.tracking,
      returns: shop.returns,
      health: await health(),
    }),
  };
}

/** Serves the shop's own doings beside the six endpoints of the kit. */
export function thePeopleOf(shop, kit) {
  const acts = actsOf(shop, kit);
  const act = async (name, request) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    return (await (acts[name] ?? fail)(body)) ?? {};
  };
  return (request, response) => {
    const write = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const [, name] = /^\/_control\/(\w+)$/.exec(request.url) ?? [];
    if (request.url === '/one.gif') response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
    else if (name === undefined) kit.router(request, response);
    else
      act(name, request)
        .then((done) => write(200, done))
        .catch((error) => write(400, { error: { code: 'invalid_request', message: String(error) } }));
  };
}

/** Lines by the service's reference, as `hub-rehearse` names them; all of them where none is named. */
function linesOf(order, named = order.lines.map(({ lineId }) => ({ line: lineId }))) {
  return named.map(({ line: name, quantity }) => {
    const line = order.lines.find(({ lineId, externalRef }) => [lineId, externalRef].includes(name));
    return { ...line, quantity: quantity ?? line.quantity };
  });
}

function fail(why) {
  throw new Error(typeof why === 'string' ? why : 'there is no such act');
}
