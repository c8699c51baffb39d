import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdE2eBroker, Wire } from '@hub/testing';
import { z } from 'zod';

const Answer = z.object({ url: z.string().nullish(), failure: z.string().optional() });
const PROGRAM = join(__dirname, 'private-broker-main.mjs');

/**
 * A broker that can be stopped and started, behind an address that stays the same: a private RabbitMQ, or, on a
 * machine that has none of its own, a wire to the tests' broker that is cut for as long.
 */
export class RestartableBroker {
  private constructor(
    private readonly wire: Wire,
    /** Null: the broker is not ours to stop. */
    private readonly child: ChildProcess | null,
    private readonly release: () => Promise<void>,
  ) {}

  static async start(): Promise<RestartableBroker> {
    const folder = await mkdtemp(join(tmpdir(), 'hub-e2e-broker-'));
    const remove = () => rm(folder, { recursive: true, force: true });
    const child = fork(PROGRAM, [folder, 'e2e'], { stdio: 'inherit' });
    const url = await tell(child, 'start');
    if (url !== null) return new RestartableBroker(await Wire.to(url), child, remove);
    child.disconnect();
    await remove();
    const held = await holdE2eBroker();
    return new RestartableBroker(await Wire.to(held.amqpUrl), null, held.release);
  }

  get url(): string {
    return this.wire.url;
  }

  /** The broker goes away; what it has taken in durably stays. */
  async stop(): Promise<void> {
    if (this.child) await tell(this.child, 'stop');
    this.wire.cut();
  }

  /** The broker is back, at another port behind the wire. */
  async startAgain(): Promise<void> {
    const url = this.child ? await tell(this.child, 'start') : null;
    this.wire.mend(url ?? undefined);
  }

  async close(): Promise<void> {
    this.wire.close();
    if (this.child) {
      const ended = once(this.child, 'exit');
      this.child.disconnect();
      await ended;
    }
    await this.release();
  }
}

async function tell(child: ChildProcess, order: 'start' | 'stop'): Promise<string | null> {
  const answered = once(child, 'message');
  child.send(order);
  const { url, failure } = Answer.parse((await answered)[0]);
  if (failure !== undefined) throw new Error(failure);
  return url ?? null;
}
