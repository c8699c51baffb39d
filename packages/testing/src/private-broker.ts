import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificates } from './certificates';
import { repositoryRoot } from './config';
import { eventually } from './eventually';

type Order =
  | 'start'
  | 'stop'
  | 'kill'
  | 'keep'
  | 'lose'
  | 'fill'
  | 'free'
  | 'freeze'
  | 'thaw'
  | 'control'
  | 'diagnose'
  | 'queues'
  | 'membership'
  | 'runs';

/** What it has beyond what most tests need. */
interface Choice {
  /** A listener over TLS, which asks for a certificate too. */
  tls?: Certificates;
  /** The room on its disk; root alone can arrange it. */
  diskMb?: number | undefined;
}

/** A broker, and its address. */
interface Started {
  broker: PrivateBroker;
  url: string;
}

const FIRST_NODE = 'hub@localhost';

/** What a command says of a node that is busy, starts, or has paused: a moment later it may answer. */
const NOT_NOW = /unable to perform an operation on node|requires the 'rabbit' app|nodedown|timed?[ _]?out/i;
const ANSWERS_WITHIN = { timeoutMs: 60_000, everyMs: 500 };

/** Limits that no machine keeps, and ones that it does. */
const ALARMS = {
  memory: {
    raise: ['set_vm_memory_high_watermark', 'absolute', '1MB'],
    end: ['set_vm_memory_high_watermark', '0.4'],
  },
  disk: { raise: ['set_disk_free_limit', '1000000GB'], end: ['set_disk_free_limit', '50MB'] },
};

/** What a broker has run out of, so that it takes no messages. */
type Alarm = keyof typeof ALARMS;

/** A RabbitMQ of a test's own, to be stopped, frozen and put under alarm: what would disturb every test beside it. */
export class PrivateBroker {
  /** Its address: another port each time it starts. */
  url = '';
  /** Its address over TLS, by name. */
  tlsUrl = '';
  /** Its management API, as a user who may set policies. */
  adminUrl = '';
  private alarm: Alarm | null = null;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @returns null on a machine that has no RabbitMQ of its own */
  static start(choice: Choice = {}): Promise<Started | null> {
    return PrivateBroker.startWith(choice);
  }

  /** Another node of its cluster, which has its users and sees its queues. @param node such as `hub-2@localhost` */
  async startMember(node: string): Promise<Started> {
    const started = await PrivateBroker.startWith({
      member: { ...(await this.tell('membership')), node },
    });
    if (!started) throw new Error('this machine has no RabbitMQ of its own');
    // It takes connections a moment before it has started, and until then it cannot be stopped.
    const joining = [['await_startup'], ['stop_app'], ['reset'], ['join_cluster', FIRST_NODE], ['start_app']];
    for (const args of joining) await started.broker.control(...args);
    return started;
  }

  private static async startWith(given: object): Promise<Started | null> {
    const folder = await mkdtemp(join(tmpdir(), 'hub-broker-'));
    const program = join(repositoryRoot(), 'packages', 'testing', 'private-broker-main.mjs');
    const child = fork(program, [folder, 'private', JSON.stringify(given)], { stdio: 'inherit' });
    const broker = new PrivateBroker(child, folder);
    try {
      const url = await broker.startAgain();
      if (url !== null) return { broker, url };
    } catch (error) {
      await broker.close();
      throw error;
    }
    await broker.close();
    return null;
  }

  /** @returns its address: another port each time */
  async startAgain(): Promise<string | null> {
    const { url, tlsPort, adminUrl } = await this.tell('start');
    if (typeof url !== 'string') return null;
    const { username, password, pathname } = new URL(url);
    this.url = url;
    this.adminUrl = String(adminUrl);
    this.tlsUrl = `amqps://${username}:${password}@localhost:${String(tlsPort)}${pathname}`;
    return url;
  }

  /** Whether its process is there, which says nothing of what it answers. */
  async runs(): Promise<boolean> {
    return (await this.tell('runs'))['runs'] === true;
  }

  /** It ends at once, and is not cleared away: its port mapper serves the other nodes. */
  async kill(): Promise<void> {
    await this.tell('kill');
  }

  async stop(): Promise<void> {
    await this.tell('stop');
  }

  /** What it has on disk is kept beside it, once; it has to be stopped. */
  async keep(): Promise<void> {
    await this.tell('keep');
  }

  /** It ends at once and loses what it has on disk: what was kept takes its place, else nothing. */
  async lose(): Promise<void> {
    await this.tell('lose');
  }

  /** Its process stands still: connections stay, and nothing is answered. */
  async freeze(): Promise<void> {
    await this.tell('freeze');
  }

  async thaw(): Promise<void> {
    await this.tell('thaw');
  }

  /** Nothing more can be written to its disk, where that has a size of its own. */
  async fillDisk(): Promise<void> {
    await this.tell('fill');
  }

  async freeDisk(): Promise<void> {
    await this.tell('free');
  }

  /** The alarm that a broker raises when its memory, or the room on its disk, runs out. */
  async raiseAlarm(alarm: Alarm = 'memory'): Promise<void> {
    this.alarm = alarm;
    await this.control(...ALARMS[alarm].raise);
  }

  async endAlarm(): Promise<void> {
    if (!this.alarm) return;
    const { end } = ALARMS[this.alarm];
    this.alarm = null;
    await this.control(...end);
  }

  /** What `rabbitmqctl` prints. A node that cannot be reached is asked again for a minute; commands that are given may be carried out twice. */
  control(...args: string[]): Promise<string> {
    return untilAnswered(() => this.printed('control', args));
  }

  /** What `rabbitmq-diagnostics` prints; rejects where it finds something wrong. */
  diagnose(...args: string[]): Promise<string> {
    return this.printed('diagnose', args);
  }

  /** What `rabbitmq-queues` prints; rejects where it finds something wrong. */
  queues(...args: string[]): Promise<string> {
    return this.printed('queues', args);
  }

  async close(): Promise<void> {
    if (this.child.connected) {
      const ended = once(this.child, 'exit');
      this.child.disconnect();
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async printed(order: Order, args: string[]): Promise<string> {
    return String((await this.tell(order, args))['printed']);
  }

  private async tell(order: Order, args: string[] = []): Promise<Record<string, unknown>> {
    const answered = once(this.child, 'message');
    this.child.send({ order, args });
    const [answer]: unknown[] = await answered;
    const fields: Record<string, unknown> =
      typeof answer === 'object' && answer !== null ? { ...answer } : {};
    if (typeof fields['failure'] === 'string') throw new Error(fields['failure']);
    return fields;
  }
}

/** Rejects at once with what is wrong for good, and with what still stands in the way at the end. */
async function untilAnswered(ask: () => Promise<string>): Promise<string> {
  const answer = await eventually(
    () =>
      ask().catch((error: unknown) => {
        if (error instanceof Error && !NOT_NOW.test(error.message)) return error;
        throw error;
      }),
    ANSWERS_WITHIN,
  );
  if (typeof answer !== 'string') throw answer;
  return answer;
}
