import { aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { anEvent, minute, StockWorld } from './stock-world';
import { rows } from '@hub/database';

const MsRow = z.object({ ms: z.number() });

let world: StockWorld;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
afterAll(() => world.close());

/** A shop with two locations and a variant that has ten pieces at the first. */
async function aStockedShop(overrides: Partial<Parameters<typeof aVariant>[1]> = {}) {
  const shop = await aShop(world.db, { locations: [{ locationId: '1001' }, { locationId: '1002' }] });
  const variant = await aVariant(world.db, { shopId: shop.id, onHand: 10, ...overrides });
  const { variantId, gtin } = variant;
  const event = (quantity: number, minutes: number, location_id = '1001') =>
    anEvent(shop.id, { variant_id: variantId, location_id, quantity, changed_at: minute(minutes) });
  const onHand = async () => Number((await world.variant(shop.id, variantId)).onHand);
  await world.takeCommands();
  return { shopId: shop.id, variantId, gtin, event, onHand };
}

describe('D10: stock', () => {
  it('a change is applied to its location and to the total of the shop', async () => {
    const { shopId, variantId, event, onHand } = await aStockedShop();
    expect(await world.handle([event(7, 1)])).toEqual(['accepted']);
    expect(await world.handle([event(5, 1, '1002')])).toEqual(['accepted']);
    expect(await onHand()).toBe(12);
    expect(await world.level(shopId, variantId)).toMatchObject({ quantity: 7, reportedQuantity: 7 });
    expect(await world.level(shopId, variantId, '1002')).toMatchObject({ quantity: 5 });
  });

  it('D7: changed_at is kept to the nanosecond', async () => {
    const { shopId, variantId } = await aStockedShop();
    const changed_at = '2026-01-02T03:04:05.123456789Z';
    await world.handle([anEvent(shopId, { variant_id: variantId, quantity: 7, changed_at })]);
    const level = await world.level(shopId, variantId);
    expect(level?.changedAt).toBe(BigInt(Date.parse('2026-01-02T03:04:05Z')) * 1_000_000n + 123_456_789n);
  });

  it("D14: its time of receipt comes from the database's clock, however wrong the worker's is", async () => {
    const { shopId, variantId } = await aStockedShop();
    const databaseTime = async () => {
      const [row] = await rows(
        MsRow,
        world.db.$queryRaw`
        SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
      );
      return row?.ms ?? 0;
    };
    const [before, aYearOn] = [await databaseTime(), Date.now() + 365 * 86_400_000];
    const change = { variant_id: variantId, quantity: 7, changed_at: minute(1) };
    expect(await world.handle([anEvent(shopId, change, aYearOn)])).toEqual(['accepted']);
    const receivedAt = (await world.level(shopId, variantId))?.receivedAt?.getTime();
    expect(receivedAt).toBeGreaterThanOrEqual(Math.floor(before));
    expect(receivedAt).toBeLessThanOrEqual(Math.ceil(await databaseTime()));
  });

  it('a replay, under any event id, and an older state change nothing', async () => {
    const { event, onHand } = await aStockedShop();
    await world.handle([event(7, 5)]);
    expect(await world.handle([event(7, 5)])).toEqual(['duplicate']);
    expect(await world.handle([event(9, 4)])).toEqual(['stale']);
    expect(await onHand()).toBe(7);
  });

  it('D8: the latest changed_at with another quantity is a conflict and changes nothing', async () => {
    const { event, onHand } = await aStockedShop();
    await world.handle([event(7, 5)]);
    expect(await world.verdict(event(8, 5))).toMatchObject({
      status: 409,
      code: 'timestamp_conflict',
      field: 'data.changed_at',
    });
    expect(await onHand()).toBe(7);
  });

  it('D14: after a catalogue run set the figure, the latest event again is a duplicate and a later one counts', async () => {
    const { shopId, variantId, event, onHand } = await aStockedShop();
    await world.handle([event(7, 5)]);
    await world.db.stockLevel.updateMany({ where: { shopId, variantId }, data: { quantity: 4 } });
    await world.db.variant.updateMany({ where: { shopId, variantId }, data: { onHand: 4 } });
    expect(await world.handle([event(7, 5)])).toEqual(['duplicate']);
    expect(await onHand()).toBe(4);
    expect(await world.handle([event(6, 6)])).toEqual(['accepted']);
    expect(await onHand()).toBe(6);
  });

  it('below 0 is kept as reported and counts as 0, whatever the other location has', async () => {
    const { shopId, variantId, event, onHand } = await aStockedShop();
    expect(await world.handle([event(-3, 1), event(4, 1, '1002')])).toEqual(['accepted', 'accepted']);
    expect(await onHand()).toBe(4);
    expect(await world.level(shopId, variantId)).toMatchObject({ quantity: -3, reportedQuantity: -3 });
    expect(await world.handle([event(-2_147_483_648, 2), event(2, 3)])).toEqual(['accepted', 'accepted']);
    expect(await onHand()).toBe(6);
  });

  it('is restored to zero (contract, Go-live)', async () => {
    const { event, onHand } = await aStockedShop();
    expect(await world.handle([event(0, 1)])).toEqual(['accepted']);
    expect(await onHand()).toBe(0);
  });

  it("a change that takes the shop's total above 2 147 483 647 is a 422 and changes nothing", async () => {
    const { event, onHand } = await aStockedShop();
    expect(await world.verdict(event(2_147_483_638, 1, '1002'))).toMatchObject({
      status: 422,
      code: 'aggregate_out_of_range',
      field: 'data.quantity',
    });
    expect(await onHand()).toBe(10);
    expect(await world.handle([event(2_147_483_637, 1, '1002')])).toEqual(['accepted']);
    expect(await onHand()).toBe(2_147_483_647);
  });

  it('of an unknown variant is a 404, and a new event after the catalogue run works', async () => {
    const { shopId } = await aStockedShop();
    const later = (minutes: number) =>
      anEvent(shopId, { variant_id: 'V-NEW', quantity: 3, changed_at: minute(minutes) });
    expect(await world.verdict(later(1))).toMatchObject({
      status: 404,
      code: 'unknown_variant',
      field: 'data.variant_id',
    });
    await aVariant(world.db, { shopId, variantId: 'V-NEW' });
    expect(await world.handle([later(2)])).toEqual(['accepted']);
  });

  it('of a variant of another shop is a 404', async () => {
    const { variantId } = await aStockedShop();
    const other = await aStockedShop();
    expect(await world.handle([anEvent(other.shopId, { variant_id: variantId })])).toEqual([
      'unknown_variant',
    ]);
  });

  it('D14: of a retired variant is a 404 and changes nothing', async () => {
    const { event, onHand } = await aStockedShop({ state: 'retired' });
    expect(await world.handle([event(3, 1)])).toEqual(['unknown_variant']);
    expect(await onHand()).toBe(10);
  });

  it('of a location that is not on the sheet is a 422', async () => {
    const { event } = await aStockedShop();
    expect(await world.verdict(event(3, 1, '7777'))).toMatchObject({
      status: 422,
      code: 'unknown_location',
      field: 'data.location_id',
    });
  });

  it('of the future is a 422, and is accepted once that time has come', async () => {
    const { shopId, variantId } = await aStockedShop();
    const changed_at = new Date(Date.now() + 60_000).toISOString();
    const event = (now: number) => anEvent(shopId, { variant_id: variantId, quantity: 3, changed_at }, now);
    expect(await world.verdict(event(Date.now()))).toMatchObject({
      status: 422,
      code: 'future_timestamp',
      field: 'data.changed_at',
    });
    expect(await world.handle([event(Date.now() + 60_000)])).toEqual(['accepted']);
  });

  it("Clocks: of a moment ago is accepted by a worker whose clock is 6 s behind the ingress's", async () => {
    const { shopId, variantId } = await aStockedShop();
    const now = Date.now();
    const data = { variant_id: variantId, quantity: 3, changed_at: new Date(now).toISOString() };
    const slow = anEvent(shopId, data, now - 6_000);
    expect(await world.handle([{ ...slow, latestNow: now }])).toEqual(['accepted']);
  });

  it('events of many shops and of one key are decided together, each with its own verdict', async () => {
    const [one, two] = [await aStockedShop(), await aStockedShop()];
    const events = [
      one.event(4, 2),
      two.event(8, 1),
      one.event(9, 1),
      anEvent(two.shopId, { variant_id: 'nobody' }),
      one.event(4, 2),
      two.event(1, 2, '1002'),
    ];
    expect(await world.handle(events)).toEqual([
      'accepted',
      'accepted',
      'stale',
      'unknown_variant',
      'duplicate',
      'accepted',
    ]);
    expect([await one.onHand(), await two.onHand()]).toEqual([4, 9]);
  });
});

describe('what follows a change', () => {
  it("the article's network quantities are recalculated, once, in the thread of the event that changed it", async () => {
    const { gtin, event } = await aStockedShop();
    const events = [event(7, 1), event(6, 2)];
    await world.handle(events);
    expect(await world.takeCommands()).toEqual([
      {
        type: 'network-quantity.recalculate',
        payload: { gtin, fallen: 4 },
        correlation: events[0]?.correlation,
      },
    ]);
  });

  it('nothing follows what changed no figure, nor a variant that is not linked', async () => {
    const { event } = await aStockedShop();
    const unlinked = await aStockedShop({ gtin: null });
    await world.handle([event(10, 1), unlinked.event(3, 1)]);
    expect(await world.takeCommands()).toEqual([]);
  });
});

describe('D17: a stock report', () => {
  it("consumes reservations by the decrease of the shop's total, under the variant's lock", async () => {
    const { shopId, variantId, event } = await aStockedShop({ committed: 3 });
    const id = await aReservation({ shopId, variantId, quantity: 3, consumableFrom: minute(0) });
    await world.handle([event(8, 1)]);
    expect(await world.db.reservation.findUniqueOrThrow({ where: { id } })).toMatchObject({ remaining: 1 });
    expect(await world.variant(shopId, variantId)).toMatchObject({ onHand: 8n, committed: 1n });
  });

  it('that is stale, a duplicate or of HUB_Network consumes nothing', async () => {
    const { shopId, variantId, event } = await aStockedShop({ committed: 3 });
    const id = await aReservation({ shopId, variantId, quantity: 3, consumableFrom: minute(0) });
    await world.handle([event(10, 5), event(2, 4), event(10, 5), event(0, 6, '9000')]);
    expect(await world.db.reservation.findUniqueOrThrow({ where: { id } })).toMatchObject({ remaining: 3 });
  });

  it('lifts a block though no figure changed, and the free stock is recalculated', async () => {
    const { shopId, variantId, gtin, event } = await aStockedShop({ committed: 4 });
    await aReservation({ shopId, variantId, quantity: 4, consumableFrom: minute(0), kind: 'block' });
    await world.handle([event(10, 1)]);
    expect(await world.variant(shopId, variantId)).toMatchObject({ onHand: 10n, committed: 0n });
    expect(await world.takeCommands()).toMatchObject([
      { type: 'network-quantity.recalculate', payload: { gtin } },
    ]);
  });
});

async function aReservation(reservation: {
  shopId: number;
  variantId: string;
  quantity: number;
  consumableFrom: string;
  kind?: 'reserved' | 'block';
}): Promise<string> {
  const { consumableFrom, quantity, kind = 'reserved', ...key } = reservation;
  const id = crypto.randomUUID();
  await world.db.reservation.create({
    data: {
      ...key,
      id,
      kind,
      quantity,
      remaining: quantity,
      shippingOrderLineId: crypto.randomUUID(),
      consumableFrom: BigInt(Date.parse(consumableFrom)) * 1_000_000n,
      endsWithNextReport: kind === 'block',
    },
  });
  return id;
}
