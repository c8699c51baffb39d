import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { deadLetterConsumer } from '@hub/messaging';
import { eventually, Wire, testCipher } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { handleDeadLetter } from '../src/dead-letters/handle-dead-letter';
import { aReturnEvent, SupportWorld } from './support-world';

let world: SupportWorld;
beforeEach(async () => {
  world = await SupportWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

describe('support dies', () => {
  let child: ChildProcess | undefined;
  let wire: Wire | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
    wire?.close();
    child = wire = undefined;
  });

  /** Another copy takes over, and another message fails. @returns how often each failed, and how often each alert was raised */
  async function takenOver(): Promise<{ deaths: number[]; alerts: number[] }> {
    await world.startSupport();
    world.die(aReturnEvent('E-2'));
    await eventually(async () => expect(await world.db.deadLetter.count()).toBe(2));
    const failedMessages = await world.db.deadLetter.findMany({ select: { count: true } });
    const alerts = await world.db.alert.findMany({ where: { state: { not: 'resolved' } } });
    return { deaths: failedMessages.map(({ count }) => count), alerts: alerts.map(({ count }) => count) };
  }

  it('loses the broker after its commit and before its acknowledgement: the redelivery is recognised and counts once', async () => {
    // Given support that loses the broker between the two.
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    let leave: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (leave = resolve));
    const dying = await world.startSupport((background) => ({
      ...background,
      consumers: [
        deadLetterConsumer(async (tx, dead, now) => {
          await handleDeadLetter(testCipher())(tx, dead, now);
          entered();
          await gate;
        }),
      ],
    }));
    world.die(aReturnEvent());
    await inside;
    await dying.find(({ name }) => name === 'broker')?.stop();
    leave();
    await world.failedMessage('open');
    await world.stop(dying);

    expect(await takenOver()).toEqual({ deaths: [1, 1], alerts: [2] });
  });

  /** Its first output: a process that cannot start says why. */
  async function firstLine(output: Readable): Promise<string> {
    for await (const line of createInterface(output)) return line;
    return 'it ended';
  }

  /** Support in its own process, stopped with its rows written and not committed; `goOn` lets it commit. */
  async function startDoomedSupport(
    amqpUrl: string,
  ): Promise<{ goOn: () => void; kill: () => Promise<void> }> {
    const hook = join(__dirname, 'typescript-hook.js');
    const program = join(__dirname, 'doomed-support-main.ts');
    const started = spawn(process.execPath, ['--conditions=hub-source', '-r', hook, program], {
      env: { ...process.env, DATABASE_URL: world.database.url, AMQP_URL: amqpUrl },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = started;
    expect(await firstLine(started.stdout)).toBe('written');
    return {
      goOn: () => void started.stdin.write('\n'),
      kill: async () => {
        const exited = once(started, 'exit');
        started.kill('SIGKILL');
        await exited;
      },
    };
  }

  it('killed before its commit: nothing is stored, and the next copy stores it', async () => {
    await world.stop(await world.startSupport());
    world.die(aReturnEvent());
    const doomed = await startDoomedSupport(world.amqpUrl);
    await doomed.kill();
    expect(await world.db.deadLetter.count()).toBe(0);

    await world.startSupport();
    expect(await world.failedMessage('open')).toMatchObject({ identity: '7:E-1' });
  }, 60_000);

  it('killed after its commit, without its acknowledgement: the next copy recognises it, and counts it once', async () => {
    await world.stop(await world.startSupport());
    wire = await Wire.to(world.amqpUrl);
    world.die(aReturnEvent());
    const doomed = await startDoomedSupport(wire.url);
    wire.mute();
    doomed.goOn();
    await world.failedMessage('open');
    await doomed.kill();
    wire.close();

    expect(await takenOver()).toEqual({ deaths: [1, 1], alerts: [2] });
  }, 60_000);
});
