import { randomUUID } from 'node:crypto';
import { aGtin, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeAfterRehearsals } from '../src/quantity/after-rehearsals';
import { StockWorld } from './stock-world';

let world: StockWorld;
let shopId: number;
let run: string;
beforeAll(async () => {
  world = await StockWorld.open();
}, 60_000);
beforeEach(async () => {
  await world.clear();
  shopId = (await aShop(world.db)).id;
  run = randomUUID();
  await world.db.rehearsalWrite.deleteMany();
  await aVariant(world.db, { shopId, variantId: 'V-1', gtin: aGtin(900_021), onHand: 0 });
  await world.db.networkQuantity.create({
    data: { shopId, variantId: 'V-1', target: 3, reported: 3, written: 3, state: 'in_step' },
  });
  await wrote('V-1');
});
afterAll(() => world.close());

const wrote = (variantId: string) =>
  world.db.rehearsalWrite.create({ data: { shopId, variantId, runId: run } });
const noted = () => world.db.rehearsalWrite.count();
const row = (variantId = 'V-1') => world.networkQuantity(shopId, variantId);
const look = () => world.transact((tx) => writeAfterRehearsals(tx));
const leaseUntil = (seconds: number) =>
  world.db.rehearsalRun.upsert({
    where: { shopId },
    create: { shopId, id: run, startedBy: 'cli:ada', leaseUntil: new Date(Date.now() + seconds * 1_000) },
    update: { leaseUntil: new Date(Date.now() + seconds * 1_000) },
  });

describe('D32: what a rehearsal wrote to HUB_Network', () => {
  it('is written again when the run has ended: what the store shows is unknown', async () => {
    expect(await look()).toBe(1);
    expect(await row()).toMatchObject({ state: 'due', target: 3, reported: null, written: 3 });
    expect((await row())?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await noted()).toBe(0);
    expect(await look()).toBe(0);
  });

  it('or has died, once its lease is over; not before', async () => {
    await leaseUntil(60);
    expect(await look()).toBe(0);
    expect(await row()).toMatchObject({ state: 'in_step' });
    await leaseUntil(-1);
    expect(await look()).toBe(1);
    expect(await row()).toMatchObject({ state: 'due', reported: null });
  });

  it('of a variant that was never offered: the store gets its 0; of one that the hub does not know, nothing', async () => {
    await aVariant(world.db, { shopId, variantId: 'V-2', gtin: aGtin(900_022), onHand: 0 });
    await wrote('V-2');
    await wrote('V-of-nobody');
    expect(await look()).toBe(3);
    expect(await row('V-2')).toMatchObject({ state: 'due', target: 0, reported: null });
    expect(await row('V-of-nobody')).toBeNull();
    expect(await noted()).toBe(0);
  });

  it('beside a call that is being made: after that call (D15)', async () => {
    const lease = new Date(Date.now() + 60_000);
    await world.db.networkQuantity.updateMany({ data: { state: 'writing', leaseUntil: lease } });
    expect(await look()).toBe(0);
    expect(await row()).toMatchObject({ state: 'writing', leaseUntil: lease });
    await world.db.networkQuantity.updateMany({ data: { state: 'in_step', leaseUntil: null } });
    expect(await look()).toBe(1);
    expect(await row()).toMatchObject({ state: 'due', reported: null });
  });

  it('of a shop whose inventory is off: once it is on', async () => {
    await world.db.shop.update({ where: { id: shopId }, data: { inventory: 'off' } });
    expect(await look()).toBe(0);
    await world.db.shop.update({ where: { id: shopId }, data: { inventory: 'live' } });
    expect(await look()).toBe(1);
  });
});
