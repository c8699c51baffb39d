import { once, EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from './logger';
import type { Component } from './component';
import { runService, type Host } from './run-service';

/** A fake process: the tests send it signals and await its exit. */
class TestHost extends EventEmitter implements Host {
  exit(code: number): void {
    this.emit('exit', code);
  }
}

function testLogger() {
  const lines: [message: string, fields: unknown][] = [];
  const write = (message: string, fields?: unknown) => void lines.push([message, fields]);
  const logger: Logger = { error: write, warn: write, info: write, debug: write, child: () => logger };
  return { lines, logger };
}

async function running(start: (components: Component[]) => Promise<void>) {
  const host = new TestHost();
  const exit = once(host, 'exit').then(([code]: unknown[]) => code);
  const { lines, logger } = testLogger();
  await runService(() => ({ name: 'test', logger, start }), host);
  return { host, exit, lines };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('the frame of a service', () => {
  it.each(['SIGTERM', 'SIGINT'])(
    'stops its components in reverse on %s, once, and exits 0',
    async (signal) => {
      const stopped: string[] = [];
      const component = (name: string): Component => ({ name, stop: async () => void stopped.push(name) });
      const { host, exit } = await running(
        async (components) => void components.push(component('database'), component('broker')),
      );
      host.emit(signal);
      host.emit(signal);
      expect(await exit).toBe(0);
      expect(stopped).toEqual(['broker', 'database']);
    },
  );

  it('stops what had started and exits 1 if the start fails', async () => {
    const stopped: string[] = [];
    const { exit, lines } = await running(async (components) => {
      components.push({ name: 'database', stop: async () => void stopped.push('database') });
      throw new Error('no broker');
    });
    expect(await exit).toBe(1);
    expect(stopped).toEqual(['database']);
    expect(lines[0]).toEqual(['could not start', { error: new Error('no broker') }]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'logs an %s, stops in order and exits 1',
    async (event) => {
      const stopped: string[] = [];
      const { host, exit, lines } = await running(
        async (components) =>
          void components.push({ name: 'broker', stop: async () => void stopped.push('broker') }),
      );
      host.emit(event, new Error('bug'));
      expect(await exit).toBe(1);
      expect(stopped).toEqual(['broker']);
      expect(lines).toContainEqual([
        expect.stringMatching(/uncaught|unhandled/),
        { error: new Error('bug') },
      ]);
    },
  );

  it('when asked to stop, is not ready at once and has every component start nothing new before the first is stopped', async () => {
    const seen: string[] = [];
    const all: Component[] = [];
    const component = (name: string): Component => ({
      name,
      beginStop: () => void seen.push(`${name} drains, ready: ${all[0]?.ready?.() === false ? 'no' : 'yes'}`),
      stop: async () => void seen.push(`${name} stops`),
    });
    const { host, exit } = await running(async (components) => {
      components.push(component('broker'), component('http'));
      all.push(...components);
    });
    host.emit('SIGTERM');
    expect(await exit).toBe(0);
    expect(seen).toEqual([
      'broker drains, ready: no',
      'http drains, ready: no',
      'http stops',
      'broker stops',
    ]);
  });

  it('after one attempt at a store (30 s) and 5 s names the component that did not stop, and exits 1', async () => {
    jest.useFakeTimers();
    const stuck: Component = { name: 'consumer', stop: () => new Promise(() => {}) };
    const { host, exit, lines } = await running(async (components) => void components.push(stuck));
    host.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(34_999);
    expect(lines).not.toContainEqual(['component did not stop', expect.anything()]);
    await jest.advanceTimersByTimeAsync(1);
    expect(await exit).toBe(1);
    expect(lines).toContainEqual(['component did not stop', { component: 'consumer' }]);
  });

  it('stops the others if one component fails to stop, and exits 1', async () => {
    const stopped: string[] = [];
    const { host, exit } = await running(async (components) => {
      components.push({ name: 'database', stop: async () => void stopped.push('database') });
      components.push({ name: 'broker', stop: () => Promise.reject(new Error('gone')) });
    });
    host.emit('SIGTERM');
    expect(await exit).toBe(1);
    expect(stopped).toEqual(['database']);
  });

  it('stopped while starting: stops what runs and exits 0', async () => {
    const stopped: string[] = [];
    const host = new TestHost();
    const exit = once(host, 'exit').then(([code]: unknown[]) => code);
    const { logger, lines } = testLogger();
    let proceed = () => {};
    const start = async (components: Component[]) => {
      components.push({ name: 'database', stop: async () => void stopped.push('database') });
      await new Promise<void>((resolve) => (proceed = resolve));
    };
    const started = runService(() => ({ name: 'test', logger, start }), host);
    host.emit('SIGTERM');
    expect(await exit).toBe(0);
    proceed();
    await started;
    expect(stopped).toEqual(['database']);
    expect(lines.map(([message]) => message)).not.toContain('started');
  });
});
