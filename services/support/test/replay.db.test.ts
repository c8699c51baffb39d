import { ReturnCreated } from '@hub/contract';
import { decided, eventConsumer, type EventInput } from '@hub/messaging';
import { showDeadLetter } from '@hub/desk/messages';
import { actOnDeadLetters, editDeadLetter } from './act-on-messages';
import { eventually, openedBody, testCipher } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgottenReplays } from '../src/sweeps/forgotten-replays';
import { recoveredAlerts } from '../src/sweeps/recovered-alerts';
import { aReturnEvent, RETURNS, SupportWorld } from './support-world';

const actor = 'agent:ada';
const MINUTE = 60_000;
/** The attempts that leave only the last one. */
const SPENT = 5;

let world: SupportWorld;
beforeEach(async () => {
  world = await SupportWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

/** A worker of returns; `handle` throws, or accepts each event. */
const startWorker = (handle: (event: EventInput<ReturnCreated>) => void = () => undefined) =>
  world.start(() => ({
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: async (_tx, event) => {
          handle(event);
          return decided({ status: 200, outcome: 'accepted' });
        },
      }),
    ],
  }));

/** As the ingress publishes it, on its last attempt. */
function send(body: Buffer): void {
  world.channel.sendToQueue(RETURNS, body, {
    messageId: '00000000-0000-4000-8000-00000000000a',
    type: 'return.created',
    correlationId: 'C-1',
    replyTo: 'amq.rabbitmq.reply-to.gone',
    headers: { 'x-shop-id': 7, 'x-attempts': SPENT },
  });
}

const replayAll = async () => {
  const failedMessages = await world.db.deadLetter.findMany();
  return actOnDeadLetters(world.db, { action: 'replay', ids: failedMessages.map(({ id }) => id), actor });
};

describe('replay, from the failure of a message to its end', () => {
  it('after a fix: the very same event is handled and the failed message resolved, and so is its alert', async () => {
    // Given an event that fails because of a fault in the worker.
    await world.startSupport();
    const faulty = await startWorker(() => {
      throw new TypeError('fault');
    });
    const body = aReturnEvent();
    send(body);
    await world.failedMessage('open');
    await world.stop(faulty);

    // When the fault is fixed and the event replayed.
    const handled: EventInput<ReturnCreated>[] = [];
    await startWorker((event) => void handled.push(event));
    await replayAll();

    // Then it goes through, without a reply address.
    expect(await world.failedMessage('resolved')).toMatchObject({ outcome: 'accepted', count: 1 });
    expect(handled).toMatchObject([{ shopId: 7, eventId: 'E-1', replyTo: null, correlation: 'C-1' }]);
    expect(await world.db.eventLedger.findMany()).toMatchObject([{ eventId: 'E-1', outcome: 'accepted' }]);
    await world.db.$transaction((tx) => recoveredAlerts.run(tx, Date.now()));
    expect(await world.db.alert.count({ where: { state: { not: 'resolved' } } })).toBe(0);
  });

  it('after an edit: the edited body is handled, under its own event id', async () => {
    await world.startSupport();
    const faulty = aReturnEvent();
    world.die(faulty);
    const { id } = await world.failedMessage('open');
    const body = faulty.toString().replace('too small', 'too large');
    expect(await editDeadLetter(world.db, { id, body, actor, cipher: testCipher() })).toMatchObject({
      kind: 'done',
    });
    const handled: EventInput<ReturnCreated>[] = [];
    await startWorker((event) => void handled.push(event));
    await replayAll();
    await world.failedMessage('resolved');
    expect(handled).toMatchObject([{ eventId: 'E-1', data: { lines: [{ reason: 'too large' }] } }]);
  });

  it('after an edit that did not help: the same failed message is open again, its original and its edit kept', async () => {
    await world.startSupport();
    const died = aReturnEvent();
    world.die(died);
    const { id } = await world.failedMessage('open');
    const body = died.toString().replace('too small', 'too large');
    await editDeadLetter(world.db, { id, body, actor, cipher: testCipher() });
    await replayAll();
    const { replayId } = await world.failedMessage('replaying');
    world.die(Buffer.from(body), { 'x-dead-letter-id': id }, replayId ?? '');
    const failedMessage = await world.failedMessage('open', 2);
    expect((await openedBody(world.db, failedMessage)).equals(died)).toBe(true);
    const edited = { id, body: failedMessage.editedBody, bodyKeyId: failedMessage.editedBodyKeyId };
    expect((await openedBody(world.db, edited)).toString()).toBe(body);
    // D33: the edit is not readable in the database either.
    expect(Buffer.from(failedMessage.editedBody ?? []).includes('too large')).toBe(false);
  });

  it('published twice, since its publisher died before it could record it: handled once, resolved once', async () => {
    await world.startSupport();
    world.die(aReturnEvent());
    const { id } = await world.failedMessage('open');
    await replayAll();
    const failedMessage = await world.db.deadLetter.findFirstOrThrow();
    const { replayId } = failedMessage;
    world.channel.sendToQueue(RETURNS, await openedBody(world.db, failedMessage), {
      messageId: replayId ?? '',
      type: 'return.created',
      headers: { 'x-dead-letter-id': id, 'x-shop-id': 7 },
    });
    const handled: string[] = [];
    await startWorker(({ eventId }) => void handled.push(eventId));
    await world.failedMessage('resolved');
    await eventually(async () => {
      const { messageCount } = await world.channel.checkQueue(RETURNS);
      expect(messageCount).toBe(0);
    });
    expect(handled).toEqual(['E-1']);
    expect(await world.failedMessage('resolved')).toMatchObject({ count: 1 });
  });

  it('before any fix: it fails again, is open again and is counted', async () => {
    await world.startSupport();
    await startWorker(() => {
      throw new TypeError('fault');
    });
    send(Buffer.from('{'));
    await world.failedMessage('open');
    await replayAll();
    expect(await world.failedMessage('open', 2)).toMatchObject({ reason: 'unreadable', replayId: null });
  });

  it('while the worker is down: it waits in the queue, and is handled when the worker is back', async () => {
    await world.startSupport();
    world.die(aReturnEvent());
    await world.failedMessage('open');
    await replayAll();
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
    expect((await replayAll()).refused).toMatchObject([{ why: 'replay_pending' }]);
    await world.failedMessage('replaying');
    await startWorker();
    await world.failedMessage('resolved');
  });

  it('support dies between the click and the broker: the next copy publishes it', async () => {
    const dying = await world.startSupport();
    world.die(aReturnEvent());
    await world.failedMessage('open');
    await world.stop(dying);
    await replayAll();
    expect(await world.db.outbox.count()).toBe(1);
    const handled: string[] = [];
    await startWorker(({ eventId }) => void handled.push(eventId));
    await world.startSupport();
    await world.failedMessage('resolved');
    expect(handled).toEqual(['E-1']);
    expect(await world.db.outbox.count()).toBe(0);
  });

  it('two at once: it is sent once', async () => {
    await world.startSupport();
    const handled: string[] = [];
    world.die(aReturnEvent());
    await world.failedMessage('open');
    const results = await Promise.all([replayAll(), replayAll()]);
    expect(results.flatMap(({ done }) => done)).toHaveLength(1);
    await startWorker(({ eventId }) => void handled.push(eventId));
    await world.failedMessage('resolved');
    expect(handled).toEqual(['E-1']);
  });

  it('after the state moved on: the store’s own resend was handled meanwhile, and the replay changes nothing', async () => {
    await world.startSupport();
    const handled: string[] = [];
    await startWorker(({ eventId }) => void handled.push(eventId));
    const body = aReturnEvent();
    world.die(body);
    const { id } = await world.failedMessage('open');
    send(body);
    await eventually(() => expect(handled).toEqual(['E-1']));
    const shown = await eventually(async () => {
      const found = await showDeadLetter(world.db, id, {
        forecasts: await world.forecasts(),
        cipher: testCipher(),
      });
      expect(found?.forecast.effect).toBe('nothing');
      return found;
    });
    expect(shown?.forecast.says).toBe('no effect: had been handled before');
    await replayAll();
    expect(await world.failedMessage('resolved')).toMatchObject({ outcome: 'duplicate' });
    expect(handled).toEqual(['E-1']);
  });
});

describe('a replay without a report', () => {
  const forget = (now: number) => world.db.$transaction((tx) => forgottenReplays.run(tx, now));

  it('is open again after ten minutes, and recorded if it arrives after all', async () => {
    await world.startSupport((background) => ({ ...background, passes: [] }));
    world.die(aReturnEvent());
    await world.failedMessage('open');
    await replayAll();
    await eventually(async () => expect(await world.db.outbox.count()).toBe(0));
    expect(await forget(Date.now() + 9 * MINUTE)).toBe(0);
    expect(await forget(Date.now() + 11 * MINUTE)).toBe(1);
    await world.failedMessage('open');
    await startWorker();
    await world.failedMessage('resolved');
  });

  it('is not forgotten as long as it waits in the outbox', async () => {
    const support = await world.startSupport();
    world.die(aReturnEvent());
    await world.failedMessage('open');
    await world.stop(support);
    await replayAll();
    expect(await forget(Date.now() + 11 * MINUTE)).toBe(0);
    await world.failedMessage('replaying');
  });
});

describe('alerts of failed messages', () => {
  const repair = () => world.db.$transaction((tx) => recoveredAlerts.run(tx, Date.now()));

  it('stay while one of their group is open or pending, and end with the last', async () => {
    await world.startSupport((background) => ({ ...background, passes: [] }));
    world.die(aReturnEvent('E-1'));
    world.die(aReturnEvent('E-2'));
    await eventually(async () => expect(await world.db.deadLetter.count()).toBe(2));
    const [first, second] = await world.db.deadLetter.findMany();
    await actOnDeadLetters(world.db, { action: 'discard', ids: [first?.id ?? ''], actor, note: 'test' });
    expect(await repair()).toBe(0);
    await actOnDeadLetters(world.db, { action: 'replay', ids: [second?.id ?? ''], actor });
    expect(await repair()).toBe(0);
    await startWorker();
    await eventually(async () =>
      expect(await world.db.deadLetter.count({ where: { state: 'resolved' } })).toBe(1),
    );
    expect(await repair()).toBe(1);
  });
});
