import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@hub/runtime';
import { PROJECT_ROOT } from '../project-root';
import { askReady } from './ask-ready';
import { decideAfterEnd } from './decide-after-end';
import { asPlainText } from './as-plain-text';
import { serviceEnvironment } from './service-environment';
import { programOf, TOGETHER, type ProcessName } from './service-list';

const END_WITH_PARENT = join(PROJECT_ROOT, 'packages', 'cli', 'dist', 'end-with-parent-main.js');
const LOOK_EVERY_MS = 150;
/** A service ends itself: its drain (5 s), one attempt at a store (30 s) and 5 s more. One that does not is killed. */
const STOP_WITHIN_MS = 45_000;
/** Limit of a failing service's stderr output. */
const LINES_KEPT = 40;

/** How a service ended after the signal to stop. */
export interface ServiceExit {
  service: ProcessName;
  /** Null where a signal ended it. */
  exitCode: number | null;
  tookMs: number;
}

export interface ServiceProcessOptions {
  env: Readonly<NodeJS.ProcessEnv>;
  /** Receives every line the service writes: JSON on stdout, plain text on stderr. */
  onLine: (service: ProcessName, line: string, stream: 'stdout' | 'stderr') => void;
  /** Receives a message when the process ends and is restarted. */
  onChange: (text: string) => void;
  /** Called once, with its last output, when the service cannot be started. */
  onGivenUp: (words: string[]) => void;
}

/** The process of one service, or of all together, kept running until it is stopped: restarted whenever it ends. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private startedAt = 0;
  private everReady = false;
  private shortLives = 0;
  private lastLines: string[] = [];
  /** A new one with each start. */
  healthPort = 0;
  private restart: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    readonly name: ProcessName,
    private readonly options: ServiceProcessOptions,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    // A new port each time: another process may use the old one by now.
    this.healthPort = await freePort();
    if (this.stopping) return;
    this.startedAt = performance.now();
    this.lastLines = [];
    // A separate process group: Ctrl-C reaches the parent process, which stops the services in order.
    const child = spawn(process.execPath, ['-r', END_WITH_PARENT, programOf(this.name)], {
      cwd: PROJECT_ROOT,
      env: { ...this.environment(), HEALTH_PORT: String(this.healthPort) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.child = child;
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.take(line, 'stdout'));
    createInterface({ input: child.stderr }).on('line', (line) => this.take(line, 'stderr'));
    child.once('error', (error) => this.lastLines.push(error.message));
    // `close`, not `exit`: by then all its output has been read.
    child.once('close', (code, signal) => this.ended(signal ?? `exit code ${code}`));
  }

  /** Services of one process take their own users from the common environment themselves. */
  private environment(): NodeJS.ProcessEnv {
    return this.name === TOGETHER ? this.options.env : serviceEnvironment(this.name, this.options.env);
  }

  /** What the service waits for; null once it is ready. */
  async notReady(): Promise<string[] | null> {
    const child = this.child;
    const { ready, waitsFor } = await askReady(this.healthPort);
    if (!ready || child === undefined || child !== this.child) return waitsFor;
    this.everReady = true;
    return null;
  }

  kill(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Stops the service cleanly, and by force if it does not end; null where no process was running. */
  async stop(): Promise<ServiceExit | null> {
    this.stopping = true;
    clearTimeout(this.restart);
    const { child } = this;
    if (!child) return null;
    const began = performance.now();
    const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    const force = setTimeout(() => {
      this.options.onChange(`${this.name} does not stop and is killed`);
      child.kill('SIGKILL');
    }, STOP_WITHIN_MS);
    child.kill('SIGTERM');
    const exitCode = await closed;
    clearTimeout(force);
    return { service: this.name, exitCode, tookMs: Math.round(performance.now() - began) };
  }

  private take(line: string, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stderr' || line.includes('"level":"error"')) {
      this.lastLines = [...this.lastLines, line].slice(-LINES_KEPT);
    }
    this.options.onLine(this.name, line, stream);
  }

  private ended(how: string): void {
    this.child = undefined;
    if (this.stopping) return;
    const lifeMs = performance.now() - this.startedAt;
    const next = decideAfterEnd({ everReady: this.everReady, shortLives: this.shortLives, lifeMs });
    if (next.kind === 'give_up') {
      this.options.onGivenUp([
        `${this.name} cannot be started (${how}):`,
        ...this.lastLines.map(asPlainText),
      ]);
      return;
    }
    this.shortLives = next.shortLives;
    this.options.onChange(`${this.name} ended (${how}); started again in ${next.afterMs / 1_000} s`);
    this.restart = setTimeout(() => void this.start(), next.afterMs);
  }
}

/**
 * Resolves once the service is ready; polls for as long as it takes, and rejects when the service is no longer needed.
 */
export async function untilReady(service: ServiceProcess, signal: AbortSignal): Promise<void> {
  while ((await service.notReady()) !== null) await wait(LOOK_EVERY_MS, undefined, { signal });
}
