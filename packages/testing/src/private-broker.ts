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

/** Options beyond what most tests need. */
interface Choice {
  /** A listener over TLS, which also asks for a client certificate. */
  tls?: Certificates;
  /** The size of its disk; needs root. */
  diskMb?: number | undefined;
  /** A folder to which its logs are copied when it is closed. */
  logs?: string | undefined;
}

/** A broker, and its address. */
interface Started {
  broker: PrivateBroker;
  url: string;
}

const FIRST_NODE = 'hub@localhost';

/** A command's output on a node that is busy, starts, or has paused: a moment later it may answer. */
const NOT_NOW = /unable to perform an operation on node|requires the 'rabbit' app|nodedown|timed?[ _]?out/i;
/** On a busy machine a node takes more than a minute to start. */
const ANSWERS_WITHIN = { timeoutMs: 180_000, everyMs: 500 };

/** Limits that no machine meets, and ones that it does. */
const ALARMS = {
  memory: {
    raise: ['set_vm_memory_high_watermark', 'absolute', '1MB'],
    end: ['set_vm_memory_high_watermark', '0.4'],
  },
  disk: { raise: ['set_disk_free_limit', '1000000GB'], end: ['set_disk_free_limit', '50MB'] },
};

/** The resource that a broker has run out of, so that it accepts no messages. */
type Alarm = keyof typeof ALARMS;

/** A test's own RabbitMQ, which it can stop, freeze and put under alarm: that would disturb every other test. */
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
    private readonly logs: string | undefined,
  ) {}

  /** @returns null on a machine that has no RabbitMQ of its own */
  static start(choice: Choice = {}): Promise<Started | null> {
    return PrivateBroker.startWith(choice);
  }

  /** Another node of its cluster, which has its users and sees its queues. @param node such as `hub-2@localhost` */
  async startMember(node: string): Promise<Started> {
    const started = await PrivateBroker.startWith({
      member: { ...(await this.command('membership')), node },
      logs: this.logs,
    });
    if (!started) throw new Error('this machine has no RabbitMQ of its own');
    // It accepts connections a moment before it has started, and until then it cannot be stopped.
    const joining = [['await_startup'], ['stop_app'], ['reset'], ['join_cluster', FIRST_NODE], ['start_app']];
    try {
      for (const args of joining) await started.broker.control(...args);
    } catch (error) {
      await started.broker.close();
      throw error;
    }
    return started;
  }

  private static async startWith(given: Choice & { member?: object }): Promise<Started | null> {
    const folder = await mkdtemp(join(tmpdir(), 'hub-broker-'));
    const program = join(repositoryRoot(), 'packages', 'testing', 'private-broker-main.mjs');
    const child = fork(program, [folder, 'private', JSON.stringify(given)], { stdio: 'inherit' });
    const broker = new PrivateBroker(child, folder, given.logs);
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
    const { url, tlsPort, adminUrl } = await this.command('start');
    if (typeof url !== 'string') return null;
    const { username, password, pathname } = new URL(url);
    this.url = url;
    this.adminUrl = String(adminUrl);
    this.tlsUrl = `amqps://${username}:${password}@localhost:${String(tlsPort)}${pathname}`;
    return url;
  }

  /** Whether its process runs, which does not mean that it answers. */
  async runs(): Promise<boolean> {
    return (await this.command('runs'))['runs'] === true;
  }

  /** It ends at once, without cleanup: its port mapper serves the other nodes. */
  async kill(): Promise<void> {
    await this.command('kill');
  }

  async stop(): Promise<void> {
    await this.command('stop');
  }

  /** Copies its disk, once; it must be stopped. */
  async keep(): Promise<void> {
    await this.command('keep');
  }

  /** It ends at once and loses its disk: the copy replaces it, or nothing. */
  async lose(): Promise<void> {
    await this.command('lose');
  }

  /** Its process is frozen: connections stay, and nothing is answered. */
  async freeze(): Promise<void> {
    await this.command('freeze');
  }

  async thaw(): Promise<void> {
    await this.command('thaw');
  }

  /** Fills its disk, if that has a limited size. */
  async fillDisk(): Promise<void> {
    await this.command('fill');
  }

  async freeDisk(): Promise<void> {
    await this.command('free');
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

  /** The output of `rabbitmqctl`. An unreachable node is retried for three minutes; commands may be carried out twice. */
  control(...args: string[]): Promise<string> {
    return untilAnswered(() => this.printed('control', args));
  }

  /** The output of `rabbitmq-diagnostics`; rejects if it reports a problem. */
  diagnose(...args: string[]): Promise<string> {
    return this.printed('diagnose', args);
  }

  /** The output of `rabbitmq-queues`; rejects if it reports a problem. */
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
    return String((await this.command(order, args))['printed']);
  }

  private async command(order: Order, args: string[] = []): Promise<Record<string, unknown>> {
    const answered = once(this.child, 'message');
    this.child.send({ order, args });
    const [answer]: unknown[] = await answered;
    const fields: Record<string, unknown> =
      typeof answer === 'object' && answer !== null ? { ...answer } : {};
    if (typeof fields['failure'] === 'string') throw new Error(fields['failure']);
    return fields;
  }
}

/** Rejects at once with a permanent error, and at the end with a remaining temporary one. */
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
