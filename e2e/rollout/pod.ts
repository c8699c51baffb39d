import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { repositoryRoot } from '@hub/testing';
import type { PodTemplate } from './deployment';
import { watchProbe } from './watch-probe';

/** Nothing of a trial that is broken off runs on. */
const END_WITH_PARENT = join(repositoryRoot(), 'packages', 'cli', 'dist', 'end-with-parent-main.js');
/** How long a program that ended is left before it is started again, the first time; twice as long each time after. */
const BACK_OFF_MS = 10_000;

/** How a process ended: on its own with a code, or by a signal. */
export interface Ending {
  pod: string;
  /** Whether it had been sent the stop signal. */
  asked: boolean;
  code: number | null;
  lastLine: string;
}

export interface PodOptions {
  name: string;
  template: PodTemplate;
  /** The environment of the process, and its ports by name: those of the template, moved to free ones. */
  env: NodeJS.ProcessEnv;
  ports: Readonly<Record<string, number>>;
  onEnding: (ending: Ending) => void;
}

/** One process, run as the kubelet runs a pod: probed, started again when it ends, asked to stop and killed after its grace. */
export class Pod {
  ready = false;
  /** How often it became not ready: enough failed probes in a row. */
  readinessDenied = 0;
  restarts = 0;
  /** What its program wrote last. */
  lastLine = '';
  private child: ChildProcess | undefined;
  private terminated: Promise<void> | undefined;
  private readonly over = new AbortController();

  constructor(readonly options: PodOptions) {
    void this.run();
  }

  /** A pod that was sent the stop signal no longer counts. */
  get isTerminating(): boolean {
    return this.terminated !== undefined;
  }

  /** Asks it to stop; resolves once it has gone. */
  terminate(): Promise<void> {
    this.terminated ??= this.stop();
    return this.terminated;
  }

  private async stop(): Promise<void> {
    this.over.abort();
    await this.endProcess();
  }

  private async run(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.runProcess();
      await wait(BACK_OFF_MS * 2 ** this.restarts, undefined, { signal: this.over.signal }).catch(
        () => undefined,
      );
      this.restarts += 1;
    }
  }

  /** One life of the program, up to its end. */
  private async runProcess(): Promise<void> {
    const { env, name, template } = this.options;
    const program = join(repositoryRoot(), 'services', template.program, 'dist', 'main.js');
    const child = spawn(process.execPath, ['-r', END_WITH_PARENT, program], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const output of [child.stdout, child.stderr])
      createInterface(output).on('line', (line) => (this.lastLine = line));
    const life = new AbortController();
    const isOver = AbortSignal.any([this.over.signal, life.signal]);
    void this.probe(isOver);
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    life.abort();
    this.ready = false;
    this.options.onEnding({ pod: name, asked: this.over.signal.aborted, code, lastLine: this.lastLine });
  }

  private async probe(over: AbortSignal): Promise<void> {
    const { startup, liveness, readiness } = this.options.template.probes;
    if (startup && !(await this.started(startup, over))) return this.endProcess();
    if (!readiness) this.setReady(true);
    else void this.watch(readiness, { over, onOutcome: (passed) => this.setReady(passed) });
    if (!liveness) return;
    const onOutcome = (passed: boolean) => passed || void this.endProcess();
    void this.watch(liveness, { over, onOutcome });
  }

  private started(probe: NonNullable<PodTemplate['probes']['startup']>, over: AbortSignal): Promise<boolean> {
    const decided = new AbortController();
    return new Promise((resolve) => {
      const onOutcome = (passed: boolean) => {
        decided.abort();
        resolve(passed);
      };
      void this.watch(probe, { over: AbortSignal.any([over, decided.signal]), onOutcome });
    });
  }

  private watch(
    probe: NonNullable<PodTemplate['probes']['startup']>,
    given: { over: AbortSignal; onOutcome: (passed: boolean) => void },
  ): Promise<void> {
    const port = this.options.ports[probe.port];
    if (port === undefined)
      throw new Error(`${this.options.name}: its probe asks at ${probe.port}, which is no port`);
    return watchProbe(probe, { ...given, port });
  }

  private setReady(ready: boolean): void {
    this.ready = ready;
    if (!ready) this.readinessDenied += 1;
  }

  /** SIGTERM, and SIGKILL after the grace. */
  private async endProcess(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), this.options.template.graceMs);
    await ended;
    clearTimeout(kill);
  }
}
