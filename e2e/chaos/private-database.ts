import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repositoryRoot, Wire } from '@hub/testing';
import { z } from 'zod';

type Order = 'start' | 'stop' | 'kill' | 'fill' | 'free' | Fault | 'safe' | 'primary';
/** What happens to the machine of the primary, if there are two machines. */
export type Fault = 'kill' | 'freeze' | 'cut';
const ONE_MACHINE = ['chaos', 'private-database-main.mjs'];
const MACHINES = ['outages', 'database-machines-main.mjs'];
const Answer = z.object({ url: z.string().nullish(), failure: z.string().optional() });

/** How it is run, unless it is what tests have: one that forgets what a crash of its machine would cost. */
interface Choice {
  durable?: boolean;
  /** The address of the server that it follows, by the name `standby`. */
  standbyOf?: string;
  /** The room on its disk; root alone can arrange it. */
  diskMb?: number | undefined;
  /** Two machines, the second of which takes over without a person. Needs root, on Debian 13. */
  machines?: boolean;
  /** A folder to which its logs are copied in the end. */
  logs?: string;
}

/** A PostgreSQL of this run alone, behind an address that stays the same however often it is restarted. */
export class PrivateDatabase {
  private constructor(
    /** What the services are given: it can be cut and muted. */
    readonly wire: Wire,
    private readonly child: ChildProcess,
    private directUrl: string,
  ) {}

  /** Throws where this machine has no PostgreSQL installed. */
  static async start(choice: Choice = {}): Promise<PrivateDatabase> {
    const program = join(repositoryRoot(), 'e2e', ...(choice.machines ? MACHINES : ONE_MACHINE));
    const child = fork(program, ['hub', JSON.stringify(choice)], { stdio: 'inherit' });
    const url = await command(child, 'start');
    if (url !== null) return new PrivateDatabase(await Wire.to(url), child, url);
    child.disconnect();
    throw new Error('PostgreSQL is not on this machine');
  }

  /** Its own address, past the wire: for who disturbs it. */
  get behindTheWire(): string {
    return this.directUrl;
  }

  /** It becomes unavailable; what it has committed stays. */
  async stop(): Promise<void> {
    await command(this.child, 'stop');
    this.wire.cut();
  }

  /** It ends as on a machine that loses its power. */
  async kill(): Promise<void> {
    await command(this.child, 'kill');
  }

  /** The primary's machine fails. @returns its name */
  strike(fault: Fault): Promise<string | null> {
    return command(this.child, fault);
  }

  /** The machine that has the primary now. @returns its name; null if none has it */
  primary(): Promise<string | null> {
    return command(this.child, 'primary');
  }

  /** The machine that failed runs again. It may no longer be the primary's. */
  async recover(): Promise<void> {
    await command(this.child, 'start');
  }

  /** Resolves once a second machine has every commit. */
  async untilSafe(): Promise<void> {
    await command(this.child, 'safe');
  }

  /** Nothing more can be written to its disk, where that has a limited size. */
  async fillDisk(): Promise<void> {
    await command(this.child, 'fill');
  }

  async freeDisk(): Promise<void> {
    await command(this.child, 'free');
  }

  /** It is back, at another port behind the wire. */
  async startAgain(): Promise<void> {
    this.directUrl = (await command(this.child, 'start')) ?? this.directUrl;
    this.wire.repair(this.directUrl);
  }

  async close(): Promise<void> {
    this.wire.close();
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}

async function command(child: ChildProcess, order: Order): Promise<string | null> {
  const answered = once(child, 'message');
  child.send(order);
  const { url, failure } = Answer.parse((await answered)[0]);
  if (failure !== undefined) throw new Error(failure);
  return url ?? null;
}
