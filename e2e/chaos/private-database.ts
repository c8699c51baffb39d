import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repositoryRoot, Wire } from '@hub/testing';
import { z } from 'zod';

const Answer = z.object({ url: z.string().nullish(), failure: z.string().optional() });

/** A PostgreSQL of this run alone, behind an address that stays the same however often it is restarted. */
export class PrivateDatabase {
  private constructor(
    /** What the services are given: it can be cut and muted. */
    readonly wire: Wire,
    private readonly child: ChildProcess,
    private directUrl: string,
  ) {}

  /** Throws where this machine has no PostgreSQL of its own. */
  static async start(): Promise<PrivateDatabase> {
    const program = join(repositoryRoot(), 'e2e', 'chaos', 'private-database-main.mjs');
    const child = fork(program, ['hub'], { stdio: 'inherit' });
    const url = await tell(child, 'start');
    if (url !== null) return new PrivateDatabase(await Wire.to(url), child, url);
    child.disconnect();
    throw new Error('PostgreSQL is not on this machine');
  }

  /** Its own address, past the wire: for who disturbs it. */
  get behindTheWire(): string {
    return this.directUrl;
  }

  /** It goes away; what it has committed stays. */
  async stop(): Promise<void> {
    await tell(this.child, 'stop');
    this.wire.cut();
  }

  /** It is back, at another port behind the wire. */
  async startAgain(): Promise<void> {
    this.directUrl = (await tell(this.child, 'start')) ?? this.directUrl;
    this.wire.mend(this.directUrl);
  }

  async close(): Promise<void> {
    this.wire.close();
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}

async function tell(child: ChildProcess, order: 'start' | 'stop'): Promise<string | null> {
  const answered = once(child, 'message');
  child.send(order);
  const { url, failure } = Answer.parse((await answered)[0]);
  if (failure !== undefined) throw new Error(failure);
  return url ?? null;
}
