import { writeInventory } from '@hub/store-calls';
import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { clientUnderTest, inventoryReceipt, inventoryWrite, ROOT, store } from './client-under-test';
import { useNock } from './use-nock';

useNock();

const otherStore = { ...store, shopId: 8, slug: 'alpine', apiRoot: 'https://alpine.example/api' };
const api = (root = ROOT) => nock(root).put('/api/inventory');

/** Replies that are held until the test releases them. */
function heldReplies(root = ROOT) {
  const waiting: (() => void)[] = [];
  let begun: () => void = () => {};
  api(root)
    .times(100)
    .reply(200, async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        begun();
      });
      return inventoryReceipt;
    });
  return {
    waiting,
    /** Resolves when this many calls have reached the store and none of them has been answered. */
    untilInFlight: (count: number) =>
      new Promise<void>((resolve) => {
        begun = () => (waiting.length >= count ? resolve() : undefined);
        begun();
      }),
    answerAll: () => waiting.splice(0).forEach((reply) => reply()),
  };
}

function withClock() {
  const clock = { ms: Date.UTC(2026, 10, 21), now: () => clock.ms };
  const under = clientUnderTest({ clock });
  const write = (target = store) =>
    under.client.send(target, writeInventory(inventoryWrite), { maxAttempts: 1 });
  const failTimes = async (times: number, target = store) => {
    api().times(times).reply(500);
    for (let call = 0; call < times; call += 1)
      expect(await write(target)).toMatchObject({ kind: 'unavailable' });
  };
  return { ...under, clock, write, failTimes };
}

describe('the circuit of a shop (D23)', () => {
  it('opens after five consecutive failed attempts: calls return to the queue, nothing is sent, no attempt spent', async () => {
    const { clock, write, failTimes, records } = withClock();
    await failTimes(5);
    clock.ms += 10_000;
    const unused = api().reply(200, inventoryReceipt);
    expect(await write()).toEqual({
      kind: 'postponed',
      reason: 'circuit_open',
      afterMs: 20_000,
      attemptsMade: 0,
      maybeActed: false,
    });
    expect(unused.isDone()).toBe(false);
    expect(records).toHaveLength(5);
  });

  it('does not open when a call in between is answered, even with a refusal or a wrong receipt', async () => {
    const { write, failTimes } = withClock();
    await failTimes(4);
    api().reply(404);
    await write();
    await failTimes(4);
    api().reply(201);
    await write();
    await failTimes(4);
    api().reply(200, inventoryReceipt);
    expect(await write()).toMatchObject({ kind: 'confirmed' });
  });

  it('counts attempts, not calls: the second call of a failing store is aborted when it opens', async () => {
    const { client, write } = withClock();
    api().times(5).reply(503);
    expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({ kind: 'unavailable' });
    expect(await client.send(store, writeInventory(inventoryWrite))).toEqual({
      kind: 'postponed',
      reason: 'long_wait',
      afterMs: 30_000,
      attemptsMade: 2,
      maybeActed: true,
    });
    expect(await write()).toMatchObject({ reason: 'circuit_open' });
  });

  it('counts an attempt after which the store asks for a long wait', async () => {
    const { write, client } = withClock();
    api().times(5).reply(503, '', { 'Retry-After': '60' });
    for (let call = 0; call < 5; call += 1) {
      expect(await client.send(store, writeInventory(inventoryWrite))).toMatchObject({ reason: 'long_wait' });
    }
    expect(await write()).toMatchObject({ reason: 'circuit_open' });
  });

  it('lets one trial through after 30 s, and nothing else meanwhile', async () => {
    const { clock, write, failTimes } = withClock();
    await failTimes(5);
    clock.ms += 30_000;
    const store1 = heldReplies();
    const trial = write();
    await store1.untilInFlight(1);
    expect(await write()).toMatchObject({ kind: 'postponed', reason: 'circuit_open', afterMs: 5_000 });
    store1.answerAll();
    expect(await trial).toMatchObject({ kind: 'confirmed' });
    const next = write();
    await store1.untilInFlight(1);
    store1.answerAll();
    expect(await next).toMatchObject({ kind: 'confirmed' });
  });

  it('opens again for 30 s when the trial fails', async () => {
    const { clock, write, failTimes } = withClock();
    await failTimes(5);
    clock.ms += 30_000;
    await failTimes(1);
    expect(await write()).toMatchObject({ kind: 'postponed', reason: 'circuit_open', afterMs: 30_000 });
    clock.ms += 30_000;
    api().reply(200, inventoryReceipt);
    expect(await write()).toMatchObject({ kind: 'confirmed' });
  });

  it('belongs to the shop, and is reset with another API root', async () => {
    const { write, failTimes } = withClock();
    await failTimes(5);
    api('https://alpine.example').reply(200, inventoryReceipt);
    expect(await write(otherStore)).toMatchObject({ kind: 'confirmed' });
    nock('https://moved.example').put('/v2/inventory').reply(200, inventoryReceipt);
    const moved = { ...store, apiRoot: 'https://moved.example/v2' };
    expect(await write(moved)).toMatchObject({ kind: 'confirmed' });
  });

  it('carries what a deferred call had spent before', async () => {
    const { failTimes, client } = withClock();
    await failTimes(5);
    const context = { attemptsMade: 2, maybeActed: false };
    const outcome = await client.send(store, writeInventory(inventoryWrite), context);
    expect(outcome).toMatchObject({ reason: 'circuit_open', ...context });
  });
});

describe('one slow store never delays another (D23)', () => {
  it('limits the calls in flight per shop; others continue', async () => {
    const { client } = clientUnderTest();
    const slow = heldReplies();
    const calls = Array.from({ length: 10 }, () => client.send(store, writeInventory(inventoryWrite)));
    await slow.untilInFlight(8);
    api('https://alpine.example').reply(200, inventoryReceipt);
    expect(await client.send(otherStore, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
    });
    expect(slow.waiting).toHaveLength(8);
    slow.answerAll();
    await slow.untilInFlight(2);
    slow.answerAll();
    for (const outcome of await Promise.all(calls)) expect(outcome).toMatchObject({ kind: 'confirmed' });
  });

  it('defers at once what would wait longer than 5 s, by the store’s response times', async () => {
    const clock = { ms: Date.UTC(2026, 10, 21), now: () => clock.ms };
    const { client, records } = clientUnderTest({ clock });
    const slow = heldReplies();
    const calls = Array.from({ length: 24 }, () => client.send(store, writeInventory(inventoryWrite)));
    await slow.untilInFlight(8);
    clock.ms += 3_000;
    const late = await client.send(store, writeInventory(inventoryWrite), { attemptsMade: 1 });
    expect(late).toEqual({
      kind: 'postponed',
      reason: 'bulkhead_full',
      afterMs: 6_375, // the seventeenth to wait, for eight calls that have taken 3 s so far
      attemptsMade: 1,
      maybeActed: true,
    });
    expect(records).toHaveLength(0);
    for (const count of [8, 8, 8]) {
      await slow.untilInFlight(count);
      slow.answerAll();
    }
    await Promise.all(calls);
  });

  it('however many stores hang, others find a slot', async () => {
    const { client } = clientUnderTest({ slots: 32, timeoutMs: 60_000 });
    const hanging = Array.from({ length: 12 }, (_, index) => {
      const root = `https://hanging-${index}.example`;
      return {
        replies: heldReplies(root),
        target: { ...store, shopId: 100 + index, apiRoot: `${root}/api` },
      };
    });
    const calls = hanging.map(({ target }) =>
      Promise.all(Array.from({ length: 30 }, () => client.send(target, writeInventory(inventoryWrite)))),
    );
    for (const { replies } of hanging) await replies.untilInFlight(1);
    api('https://alpine.example').reply(200, inventoryReceipt);
    expect(await client.send(otherStore, writeInventory(inventoryWrite))).toMatchObject({
      kind: 'confirmed',
    });

    const answering = setInterval(() => {
      for (const { replies } of hanging) replies.answerAll();
    });
    const outcomes = (await Promise.all(calls)).flat();
    clearInterval(answering);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['confirmed', 'postponed']));
  });

  it('after a timeout one call is in flight until one succeeds', async () => {
    const { client } = clientUnderTest({ timeoutMs: 2_000 });
    const write = () =>
      client.send(store, writeInventory(inventoryWrite), { maxAttempts: 1, maxWaitMs: 60_000 });
    api().delay(9_000).reply(200, inventoryReceipt);
    expect(await write()).toMatchObject({ kind: 'unavailable', reason: 'timeout' });

    const slow = heldReplies();
    const [first, ...others] = Array.from({ length: 9 }, write);
    await slow.untilInFlight(1);
    expect(slow.waiting).toHaveLength(1);
    slow.answerAll();
    expect(await first).toMatchObject({ kind: 'confirmed' });
    await slow.untilInFlight(8);
    slow.answerAll();
    for (const outcome of await Promise.all(others)) expect(outcome).toMatchObject({ kind: 'confirmed' });
  });

  it('defers what has waited too long for a slot, and does not send it later', async () => {
    const { client } = clientUnderTest();
    const slow = heldReplies();
    const calls = Array.from({ length: 8 }, () => client.send(store, writeInventory(inventoryWrite)));
    await slow.untilInFlight(8);
    const late = await client.send(store, writeInventory(inventoryWrite), { maxWaitMs: 20 });
    expect(late).toMatchObject({
      kind: 'postponed',
      reason: 'bulkhead_full',
      attemptsMade: 0,
      maybeActed: false,
    });
    slow.answerAll();
    await Promise.all(calls);
    const next = client.send(store, writeInventory(inventoryWrite));
    await slow.untilInFlight(1);
    expect(slow.waiting).toHaveLength(1); // had the late one been sent, it would be here before the next
    slow.answerAll();
    expect(await next).toMatchObject({ kind: 'confirmed' });
  });
});
