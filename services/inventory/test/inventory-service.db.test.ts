import { randomUUID } from 'node:crypto';
import { addLedgerDays } from '@hub/messaging';
import { Running } from '@hub/test-world';
import {
  aGtin,
  anEnvelope,
  anInventoryUpdate,
  aVariant,
  eventually,
  type InventoryUpdateData,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscriptions } from '../src/subscriptions';
import { minute, StockWorld } from './stock-world';
import { sent, shown, WriterWorld, type ShopWithStore } from './writer-world';

let stock: StockWorld;
let world: WriterWorld;
let running: Running;

/** Two shops with the article; the service over a real broker. */
let seller: ShopWithStore;
let shipper: ShopWithStore;

beforeAll(async () => {
  stock = await StockWorld.open();
  world = new WriterWorld(stock);
  [seller, shipper] = [await world.aShop(1), await world.aShop(1)];
  for (const { shopId } of [seller, shipper])
    await aVariant(world.db, { shopId, variantId: 'V-1', gtin: aGtin(900_100) });
  running = await Running.of(stock);
  await running.worker({ ...running.config, SYNC_INTERVAL_MS: 1_000 }, subscriptions);
}, 60_000);

afterAll(async () => {
  await stock.close();
  await world.stop();
}, 60_000);

async function send(
  { shopId }: ShopWithStore,
  data: Partial<InventoryUpdateData>,
  eventId = randomUUID() as string,
) {
  const envelope = anEnvelope('inventory.updated', anInventoryUpdate(data), {
    event_id: eventId,
    occurred_at: minute(0),
  });
  const answer = await running.send({ event: 'inventory.updated', shopId, body: envelope });
  return answer.kind === 'answered' ? answer.verdict : answer;
}

describe('the inventory service', () => {
  it('answers a stock event with its outcome, and the other store shows the quantity', async () => {
    expect(await send(shipper, { quantity: 4, changed_at: minute(1) })).toEqual({
      status: 200,
      outcome: 'accepted',
    });
    await eventually(() => expect(shown(seller)).toBe(4));
    expect(shown(shipper)).toBe(0);
  });

  it('answers an exact replay as a duplicate, and a refused event by its id always the same', async () => {
    const event = { quantity: 5, changed_at: minute(2) };
    expect(await send(shipper, event, 'E-1')).toMatchObject({ outcome: 'accepted' });
    expect(await send(shipper, event, 'E-1')).toMatchObject({ outcome: 'duplicate' });
    const unknown = { variant_id: 'V-LATER', changed_at: minute(3) };
    expect(await send(shipper, unknown, 'E-2')).toMatchObject({ code: 'unknown_variant' });
    await aVariant(world.db, { shopId: shipper.shopId, variantId: 'V-LATER', gtin: null });
    expect(await send(shipper, unknown, 'E-2')).toMatchObject({ code: 'unknown_variant' });
    expect(await send(shipper, unknown, 'E-3')).toMatchObject({ outcome: 'accepted' });
  });

  it('D30: one id stays one effect across midnight, and other data under it a conflict', async () => {
    const event = { quantity: 6, changed_at: minute(4) };
    expect(await send(shipper, event, 'E-4')).toMatchObject({ outcome: 'accepted' });
    await stock.transact((tx) => addLedgerDays(tx, Date.now() - 86_400_000, 1));
    await world.db.$executeRaw`UPDATE event_ledger SET day = current_date - 1 WHERE event_id = 'E-4'`;
    expect(await send(shipper, event, 'E-4')).toMatchObject({ outcome: 'duplicate' });
    const other = { quantity: 7, changed_at: minute(5) };
    expect(await send(shipper, other, 'E-4')).toMatchObject({ code: 'event_id_conflict' });
    expect(await stock.level(shipper.shopId, 'V-1')).toMatchObject({ quantity: 6 });
  });

  it('D10: a fault of the schema names its field', async () => {
    expect(await send(shipper, { quantity: 1.5 })).toMatchObject({
      status: 422,
      code: 'invalid_request',
      field: 'data.quantity',
    });
  });

  it('D10: an event that the schema refuses leaves its variant to be covered', async () => {
    const refusals = () => world.db.stockRefusal.findMany({ where: { shopId: shipper.shopId } });
    const { shopId } = shipper;
    expect(await refusals()).toMatchObject([{ shopId, code: 'invalid_request', variantId: 'V-1' }]);
    expect(await send(shipper, { quantity: 5, changed_at: minute(6) })).toMatchObject({
      outcome: 'accepted',
    });
    expect(await refusals()).toEqual([]);
  });

  it('many events at once each get their own answer, and their article only a few writes', async () => {
    const before = sent(seller).length;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        send(shipper, { quantity: index + 10, changed_at: minute(10 + index) }),
      ),
    );
    const accepted = { status: 200, outcome: 'accepted' };
    const stale = { status: 200, outcome: 'stale' };
    for (const answer of answers) expect([accepted, stale]).toContainEqual(answer);
    await eventually(() => expect(shown(seller)).toBe(209));
    expect(sent(seller).length - before).toBeLessThan(100);
    expect(await stock.level(shipper.shopId, 'V-1')).toMatchObject({ quantity: 209 });
  });
});
