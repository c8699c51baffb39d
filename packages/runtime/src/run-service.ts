import { configOrExit } from './config-or-exit';
import { listenForHealth } from './health';
import type { Logger } from './logger';
import { collectProcessMetrics } from './metrics';
import type { Component } from './component';
import { startTracing } from './start-tracing';
import { stopLimitMs } from './stop-limit';
import { readTracingConfig } from './tracing/tracing-config';

/** A service's view of its process; tests pass their own. */
export interface Host {
  on(event: string, listener: (reason: unknown) => void): unknown;
  exit(code: number): unknown;
}

export interface ServiceOptions {
  name: string;
  logger: Logger;
  /** Port of the health server; none without it. */
  healthPort?: number | undefined;
  /** After this time the stop is aborted, and the component that did not stop is named (default 35 s). */
  stopWithinMs?: number | undefined;
  /** Starts the components in order and adds each to `components` as soon as it runs; they are stopped in reverse. */
  start(components: Component[]): Promise<void>;
}

/**
 * A service before it runs: reads its configuration from the variables given (the process's own, unless given). Throws
 * `ConfigError`.
 */
export type Service = (env?: NodeJS.ProcessEnv) => ServiceOptions;

/**
 * The frame of every service: starts its components; on SIGTERM or SIGINT is no longer ready, has every component start
 * nothing new, stops them in reverse within the limit and exits 0. A failed start, a component that does not stop and
 * an unexpected error are logged and exit 1, after the same ordered stop. A faulty configuration is reported in full on
 * stderr, exit 1. Resolves once the service runs (or has failed to start); never rejects.
 */
export async function runService(describe: Service, host: Host = process): Promise<void> {
  const service = new RunningService(configOrExit(describe), host);
  host.on('SIGTERM', () => void service.stop(0, 'asked to stop'));
  host.on('SIGINT', () => void service.stop(0, 'asked to stop'));
  host.on('uncaughtException', (error) => void service.fail('uncaught exception', error));
  host.on('unhandledRejection', (reason) => void service.fail('unhandled rejection', reason));
  await service.start();
}

class RunningService {
  private state: 'starting' | 'running' | 'stopping' = 'starting';
  private readonly components: Component[] = [];

  constructor(
    private readonly options: ServiceOptions,
    private readonly host: Host,
  ) {
    // The service itself comes first, so that it is not ready before all of it runs, nor while it stops.
    this.components.push({ name: options.name, ready: () => this.state === 'running', stop: async () => {} });
  }

  async start(): Promise<void> {
    const { name, logger, healthPort } = this.options;
    collectProcessMetrics(name);
    const tracing = configOrExit(() => readTracingConfig());
    try {
      if (tracing) this.components.push(await startTracing(name, tracing));
      if (healthPort !== undefined) this.components.push(await openHealthServer(healthPort, this.components));
      await this.options.start(this.components);
    } catch (error) {
      return this.fail('could not start', error);
    }
    if (this.state !== 'starting') return;
    this.state = 'running';
    logger.info('started', {
      components: this.components.slice(1).map((component) => component.name),
      pid: process.pid,
    });
  }

  fail(what: string, error: unknown): Promise<void> {
    this.options.logger.error(what, { error });
    return this.stop(1, what);
  }

  /** Stops once: a second signal (a terminal sends one to the whole group) changes nothing. */
  async stop(exitCode: number, reason: string): Promise<void> {
    if (this.state === 'stopping') return;
    this.state = 'stopping';
    this.options.logger.info('stopping', { reason });
    for (const component of this.components) component.beginStop?.();
    const stopped = await this.stopComponents();
    this.host.exit(stopped ? exitCode : 1);
  }

  private async stopComponents(): Promise<boolean> {
    const deadline = new Deadline(this.options.stopWithinMs ?? stopLimitMs({}));
    let allStopped = true;
    for (let component = this.components.pop(); component; component = this.components.pop()) {
      const end = await deadline.outcomeOf(component);
      if (end === 'stopped') continue;
      allStopped = false;
      this.options.logger.error('component did not stop', {
        component: component.name,
        ...(end === 'late' ? {} : end),
      });
      if (end === 'late') break;
    }
    deadline.end();
    return allStopped;
  }
}

/** One time limit for everything awaited. */
class Deadline {
  private readonly timer: NodeJS.Timeout;
  private readonly passed: Promise<'late'>;

  constructor(ms: number) {
    let pass: (end: 'late') => void = () => {};
    this.passed = new Promise((resolve) => (pass = resolve));
    this.timer = setTimeout(() => pass('late'), ms);
  }

  outcomeOf(component: Component): Promise<'stopped' | 'late' | { error: unknown }> {
    const stopped = Promise.resolve()
      .then(() => component.stop())
      .then(
        () => 'stopped' as const,
        (error: unknown) => ({ error }),
      );
    return Promise.race([stopped, this.passed]);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

async function openHealthServer(port: number, components: readonly Component[]): Promise<Component> {
  const server = await listenForHealth(port, components);
  return {
    name: 'health',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
