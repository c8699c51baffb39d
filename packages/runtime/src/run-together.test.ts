import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Component } from './component';
import { createLogger } from './logger';
import { runService } from './run-service';
import { runTogether } from './run-together';

class TestHost extends EventEmitter {
  exit(code: number): void {
    this.emit('exit', code);
  }
}

const logger = createLogger({ service: 'test', level: 'error', stream: new PassThrough().resume() });

/** A service of two components, which notes what happens to them. */
function aService(name: string, seen: string[], stop: () => Promise<void> = async () => {}) {
  const component = (part: string): Component => ({
    name: part,
    beginStop: () => void seen.push(`${name} ${part} drains`),
    stop: () => {
      seen.push(`${name} ${part} stops`);
      return stop();
    },
  });
  return {
    name,
    logger,
    start: async (components: Component[]) =>
      void components.push(component('database'), component('broker')),
  };
}

async function run(services: ReturnType<typeof aService>[]) {
  const host = new TestHost();
  const exit = once(host, 'exit').then(([code]: unknown[]) => code);
  await runService(() => runTogether(services, logger), host);
  return { host, exit };
}

describe('services in one process', () => {
  it('have all of them start nothing new, then stop one by one, the last one given first', async () => {
    const seen: string[] = [];
    const { host, exit } = await run([aService('routing', seen), aService('ingress', seen)]);
    host.emit('SIGTERM');
    expect(await exit).toBe(0);
    expect(seen.slice(0, 4).every((what) => what.endsWith('drains'))).toBe(true);
    expect(seen.slice(4)).toEqual([
      'ingress broker stops',
      'ingress database stops',
      'routing broker stops',
      'routing database stops',
    ]);
  });

  it('stop whole even if a component of one fails to, and exit 1', async () => {
    const seen: string[] = [];
    const fails = () => Promise.reject(new Error('gone'));
    const { host, exit } = await run([aService('routing', seen), aService('ingress', seen, fails)]);
    host.emit('SIGTERM');
    expect(await exit).toBe(1);
    expect(seen.filter((what) => what.endsWith('stops'))).toHaveLength(4);
  });

  it('stop all where one cannot start, and exit 1', async () => {
    const seen: string[] = [];
    const broken = { ...aService('ingress', seen), start: () => Promise.reject(new Error('no port')) };
    const { exit } = await run([aService('routing', seen), broken]);
    expect(await exit).toBe(1);
    expect(seen).toContain('routing database stops');
  });
});
