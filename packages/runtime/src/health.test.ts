import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listenForHealth } from './health';
import { counter } from './metrics';
import type { Component } from './component';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function healthOf(components: Component[]) {
  const server = await listenForHealth(0, components);
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
}

const component = (name: string, ready?: Component['ready']): Component => ({
  name,
  stop: async () => {},
  ...(ready ? { ready } : {}),
});

describe('health', () => {
  it('is live and, when every component is, ready', async () => {
    const get = await healthOf([component('database', () => true), component('consumer')]);
    expect((await get('/health/live')).status).toBe(200);
    const ready = await get('/health/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      ready: true,
      parts: [
        { name: 'database', ready: true },
        { name: 'consumer', ready: true },
      ],
    });
  });

  it('answers 503 with only names and booleans while a component is not ready or fails to report', async () => {
    const components = [component('broker', async () => Promise.reject(new Error('amqp://hub:pw@broker')))];
    const get = await healthOf(components);
    const ready = await get('/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ ready: false, parts: [{ name: 'broker', ready: false }] });
    expect((await get('/health/live')).status).toBe(200);
  });

  it('D37: is not live if work in flight does not progress, while every dependency is up', async () => {
    let away = false;
    let stuck = true;
    const get = await healthOf([
      { ...component('database', () => !away), dependency: true },
      { ...component('orders'), stuck: () => stuck },
      { ...component('returns'), stuck: () => false },
    ]);
    const live = await get('/health/live');
    expect(live.status).toBe(503);
    expect(await live.json()).toEqual({ live: false, stuck: ['orders'] });
    away = true;
    expect((await get('/health/live')).status).toBe(200);
    away = false;
    stuck = false;
    expect((await get('/health/live')).status).toBe(200);
  });

  it('sees components added later', async () => {
    const components: Component[] = [];
    const get = await healthOf(components);
    expect((await get('/health/ready')).status).toBe(503);
    components.push(component('database'));
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('exposes as a metric which component is not ready; of two with one name, both must be', async () => {
    let away = true;
    const get = await healthOf([
      component('database', () => !away),
      component('timer'),
      component('timer', () => !away),
    ]);
    const shown = async () => (await (await get('/metrics')).text()).split('\n');
    expect(await shown()).toEqual(
      expect.arrayContaining(['hub_part_ready{part="database"} 0', 'hub_part_ready{part="timer"} 0']),
    );
    away = false;
    expect(await shown()).toEqual(
      expect.arrayContaining(['hub_part_ready{part="database"} 1', 'hub_part_ready{part="timer"} 1']),
    );
  });

  it('exposes the metrics', async () => {
    counter({ name: 'hub_test_total', help: 'A test.' }).inc(3);
    const get = await healthOf([]);
    expect(await (await get('/metrics')).text()).toContain('hub_test_total 3');
  });
});
