import { describe, expect, it } from '@jest/globals';
import { ImageSlots } from './image-slots';

const take = (slots: ImageSlots, shopId: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => slots.take(shopId)));

describe('D36: pictures fetched for people', () => {
  it('are four at a time for a shop: the fifth waits, and other shops go on', async () => {
    const slots = new ImageSlots();
    const [leave] = await take(slots, 1, 4);
    let fifth: unknown;
    const waiting = slots.take(1).then((left) => (fifth = left));
    expect(await slots.take(2)).not.toBeNull();
    expect(fifth).toBeUndefined();
    leave?.();
    // Giving it back twice frees no second slot.
    leave?.();
    expect(await waiting).not.toBeNull();
  });

  it('are sixteen at a time in all, given in order of arrival', async () => {
    const slots = new ImageSlots();
    const held = await Promise.all([1, 2, 3, 4].map((shopId) => take(slots, shopId, 4)));
    const order: number[] = [];
    const waiting = [5, 1, 6].map((shopId) => slots.take(shopId).then(() => order.push(shopId)));
    held[1]?.[0]?.();
    held[0]?.[0]?.();
    held[2]?.[0]?.();
    await Promise.all(waiting);
    expect(order).toEqual([5, 1, 6]);
  });

  it('are not there for one that has waited in vain', async () => {
    const slots = new ImageSlots({ ofShop: 1, all: 1 }, 1);
    const leave = await slots.take(1);
    expect(await slots.take(1)).toBeNull();
    leave?.();
    expect(await slots.take(1)).not.toBeNull();
  });
});
