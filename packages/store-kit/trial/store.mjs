// A store made with the kit that kills itself at a given line. Started by main.mjs, which says how in the environment.
import { createStoreKit } from '@hub/store-kit';
import { openShop } from './shop.mjs';

const { KILL_AT, ORDERS_FROM, ORDERS_TO, EVENTS_URL, SECRET, LEASE_MS } = process.env;
const NEVER_LONGER_MS = 30_000;

/** Ends at once, as by a power cut, where this is the line to end on. */
const passing = (line) => {
  if (line === KILL_AT) process.kill(process.pid, 'SIGKILL');
};

const shop = await openShop();

/** The storage of the shop, with a line to end on before and after each step of the sender. */
const storage = {
  ...shop.storage,
  async leaseEvents(lease) {
    passing('before an event is taken');
    const leased = await shop.storage.leaseEvents(lease);
    if (leased.length > 0) passing('after an event was taken');
    return leased;
  },
  async settleEvent(end) {
    passing('before the answer is recorded');
    const settled = await shop.storage.settleEvent(end);
    passing('after the answer was recorded');
    return settled;
  },
};

async function post(...request) {
  passing('before an event is sent');
  const answering = fetch(...request);
  passing('while an event is on its way');
  const response = await answering;
  passing('after an event was answered');
  return response;
}

/** No call of the service comes in this trial. */
const none = async () => {
  throw new Error('not in this trial');
};
const adapter = {
  capabilities: ['inventory', 'orders'],
  sharesTransaction: true,
  locations: async () => ['1001'],
  products: none,
  setNetworkQuantity: none,
  createShippingOrder: none,
  addTracking: none,
  stopShippingOrder: none,
  registerReturn: none,
};

const kit = createStoreKit({
  adapter,
  storage,
  credentials: () => ({ bearerTokens: ['not called'], signingSecrets: [SECRET] }),
  eventsUrl: EVENTS_URL,
  networkLocationId: '9000',
  currency: 'EUR',
  delivery: {
    leaseMs: Number(LEASE_MS),
    delaysMs: Array.from({ length: 200 }, () => 20),
    atOnce: 3,
    fetch: post,
  },
});

const sale = (orderId) => ({
  orderId,
  createdAt: new Date(),
  currency: 'EUR',
  shippingAddress: { name: 'Robin', addressLine1: 'Street 1', zip: '1', city: 'Town', countryCode: 'SE' },
  lines: [{ lineId: 'L', variantId: 'V', unitPrice: 9, allocations: [{ locationId: '9000', quantity: 1 }] }],
  shippingCost: 0,
  totalDiscounts: 0,
});

/** An order and its events are one transaction of the shop. */
async function sell(number) {
  const orderId = `order-${number}`;
  await storage.transaction(async (tx) => {
    await shop.insertOrder(orderId, tx);
    await kit.events.orderPaid(sale(orderId), tx);
    await kit.events.stockChanged({ variantId: 'V', locationId: '1001', quantity: 1_000 - number }, tx);
    passing('before the commit');
  });
  passing('between commit and send');
  if (number % 2 === 0) await kit.sendDue();
}

for (let number = Number(ORDERS_FROM); number < Number(ORDERS_TO); number += 1) await sell(number);
const deadline = Date.now() + NEVER_LONGER_MS;
while ((await kit.health()).waiting > 0 && Date.now() < deadline) await kit.sendDue();
await shop.close();
