import { describe, expect, it } from '@jest/globals';
import { STORAGE_RULES } from '@hub/store-kit/testing';
import { Outbox } from '../src/delivery/outbox';
import { storageOf } from '../src/platform/kit-of';

describe("the store's outbox is a storage of the kit", () => {
  it.each(STORAGE_RULES)('$rule', async ({ play }) => {
    const outbox = new Outbox({
      url: 'http://127.0.0.1:1/events',
      now: Date.now,
      hooks: { envelope: (envelope) => envelope },
      onAttempt: () => undefined,
      onQueued: () => undefined,
    });
    await expect(play(storageOf(outbox))).resolves.toBeUndefined();
  });
});
