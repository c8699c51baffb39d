import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { freePort } from './free-port';
import { listen, type ListenOptions } from './listen';
import type { Component } from './component';

/** A server whose answers the test controls. */
async function aServer(options?: ListenOptions) {
  const port = await freePort();
  const asked: Response[] = [];
  let arrive: () => void = () => undefined;
  const app = express();
  app.get('/', (_request, response) => void response.send('here'));
  app.get('/slow', (_request, response) => {
    asked.push(response);
    arrive();
  });
  const component = await listen(app, port, options);
  stopped.push(component);
  const arrived = () => new Promise<void>((resolve) => (asked.length > 0 ? resolve() : (arrive = resolve)));
  return { component, url: `http://127.0.0.1:${port}`, port, asked, arrived };
}

const stopped: Component[] = [];
afterEach(async () => {
  for (const component of stopped.splice(0)) await component.stop();
});

describe('a stopping server', () => {
  it('still accepts while it drains, and closes each connection with its answer', async () => {
    const { component, url } = await aServer({ drainMs: 300 });
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    component.beginStop?.();
    const ended = component.stop();
    const response = await fetch(url);
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await ended;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('lets an answer in flight finish, and closes its connection with it', async () => {
    const { component, url, asked, arrived } = await aServer();
    const answer = fetch(`${url}/slow`);
    await arrived();
    component.beginStop?.();
    const ended = component.stop();
    asked[0]?.send('late');
    const response = await answer;
    expect([await response.text(), response.headers.get('connection')]).toEqual(['late', 'close']);
    await ended;
  });

  it('without a drain (a test, a failed start) closes at once, connections without a request too', async () => {
    const { component, port, url } = await aServer({ drainMs: 60_000 });
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    await component.stop();
    idle.destroy();
    await closed;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
