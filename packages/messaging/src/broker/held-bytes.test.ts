import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { HeldBytes } from './held-bytes';

describe('D36: the bytes of held messages', () => {
  it('are bounded, by the last message that fits in part', () => {
    const held = new HeldBytes(10);
    held.hold(9);
    expect(held.hasRoom()).toBe(true);
    held.hold(9);
    expect(held.hasRoom()).toBe(false);
  });

  it('leave room for all who wait once enough is released, and for none before', async () => {
    const held = new HeldBytes(10);
    held.hold(20);
    const admitted: string[] = [];
    for (const name of ['a', 'b']) void held.untilRoom().then(() => admitted.push(name));
    held.release(5);
    await nextTurn();
    expect(admitted).toEqual([]);
    held.release(6);
    await nextTurn();
    expect(admitted).toEqual(['a', 'b']);
  });
});
