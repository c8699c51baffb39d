import { describe, expect, it } from '@jest/globals';
import {
  FulfillmentShipped,
  InventoryUpdated,
  isGtin,
  OrderCreated,
  readEnvelope,
  readEventData,
  ReturnCreated,
} from '@hub/contract';
import { decryptSecret } from '@hub/installation';
import { connect } from 'amqplib';
import {
  aGtin,
  anEnvelope,
  anInventoryUpdate,
  anOrder,
  aPackage,
  aReturn,
  aShop,
  aVariant,
  createTestDatabase,
  eventually,
  purgeBroker,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
} from '../src';

describe('a database for every test file', () => {
  it('is migrated, empty, alone and gone when dropped', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await aShop(one.db, { slug: 'only-here' });
    expect(await one.db.shop.count()).toBe(1);
    expect(await other.db.shop.count()).toBe(0);
    expect(await other.db.vatRate.count()).toBeGreaterThan(20);
    await one.drop();
    await other.drop();
    await expect(one.db.shop.count()).rejects.toThrow('does not exist');
  });

  it('accepts shops and variants as tests describe them', async () => {
    const { db, drop } = await createTestDatabase();
    const shop = await aShop(db, {
      capabilities: { orders: 'dry_run' },
      variantSplitRates: { 'V-9': '0.65' },
    });
    const variant = await aVariant(db, { shopId: shop.id, onHand: 4 });

    const stored = await db.shop.findUniqueOrThrow({ where: { id: shop.id }, include: { splitRates: true } });
    expect(stored).toMatchObject({ orders: 'dry_run', returns: 'live' });
    expect(stored.splitRates.map(({ variantId, rate }) => [variantId, rate.toString()])).toEqual([
      ['', '0.7'],
      ['V-9', '0.65'],
    ]);
    const token = { ciphertext: stored.bearerToken, keyId: stored.bearerTokenKeyId };
    expect(decryptSecret(TEST_ENCRYPTION_KEY, { shopSlug: shop.slug, field: 'bearer_token' }, token)).toBe(
      shop.bearerToken,
    );
    expect(await db.variant.findFirst()).toMatchObject({
      variantId: variant.variantId,
      onHand: 4n,
      committed: 0n,
    });
    expect(await db.stockLevel.findFirst()).toMatchObject({ locationId: shop.locationId, quantity: 4 });
    await drop();
  });
});

describe('a broker vhost for every worker', () => {
  it('is cleared of the named queues', async () => {
    const queue = 'testing.purged';
    const connection = await connect(testAmqpUrl());
    const channel = await connection.createChannel();
    await channel.assertQueue(queue, { durable: true });
    channel.sendToQueue(queue, Buffer.from('left behind'));
    await eventually(async () => expect((await channel.checkQueue(queue)).messageCount).toBe(1));

    await purgeBroker(testAmqpUrl(), [queue, 'testing.never-there']);

    expect((await channel.assertQueue(queue, { durable: true })).messageCount).toBe(0);
    await channel.deleteQueue(queue);
    await connection.close();
  });
});

describe('contract data of tests', () => {
  it.each([
    ['inventory.updated', InventoryUpdated, anInventoryUpdate()],
    ['order.created', OrderCreated, anOrder()],
    ['fulfillment.shipped', FulfillmentShipped, aPackage()],
    ['return.created', ReturnCreated, aReturn()],
  ] as const)('%s is valid', (event, schema, data) => {
    const body = Buffer.from(JSON.stringify(anEnvelope(event, data)));
    expect(readEnvelope(body, Date.now())).toMatchObject({ ok: true, envelope: { event } });
    expect(readEventData(schema, data)).toMatchObject({ ok: true });
  });

  it('has article numbers with their check digit', () => {
    for (const number of [1, 2, 400_638_133_393]) expect(isGtin(aGtin(number))).toBe(true);
  });
});

describe('eventually', () => {
  it('waits until the assertion holds, and returns its value', async () => {
    let looks = 0;
    const outcome = await eventually(() => {
      looks += 1;
      expect(looks).toBeGreaterThan(2);
      return looks;
    });
    expect(outcome).toBe(3);
  });

  it('fails with the last failure of the assertion', async () => {
    const waiting = eventually(() => expect('open').toBe('done'), { timeoutMs: 30, everyMs: 5 });
    await expect(waiting).rejects.toThrow('done');
  });
});
