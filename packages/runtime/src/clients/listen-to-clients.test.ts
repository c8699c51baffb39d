import { once } from 'node:events';
import { BlockList, connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import type { Component } from '../component';
import { freePort } from '../free-port';
import { listenToClients } from './listen-to-clients';

const opened: Component[] = [];
afterEach(async () => {
  for (const component of opened.splice(0)) await component.stop();
});

async function serving(...proxies: string[]) {
  const TRUSTED_PROXIES = new BlockList();
  for (const proxy of proxies) TRUSTED_PROXIES.addAddress(proxy);
  const port = await freePort();
  const bounds = { TRUSTED_PROXIES, CONNECTIONS_PER_ADDRESS: 3, DRAIN_MS: 0 };
  opened.push(await listenToClients((_request, response) => void response.end('here'), port, bounds));
  return port;
}

/** A client that sends a part of a header and waits. @returns whether it is served in the end */
async function halfSent(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const isServed = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  });
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
  return async () => {
    socket.write('b\r\nConnection: close\r\n\r\n');
    const served = await isServed;
    socket.destroy();
    return served;
  };
}

it('D36: one client address has a bound for its connections, those with half-sent headers too', async () => {
  const port = await serving();
  const clients = [await halfSent(port), await halfSent(port), await halfSent(port), await halfSent(port)];
  const isServed: boolean[] = [];
  for (const finish of clients.toReversed()) isServed.unshift(await finish());
  expect(isServed).toEqual([true, true, true, false]);
});

it('D36: a trusted proxy has none, because it stands for many clients', async () => {
  const port = await serving('127.0.0.1');
  const clients = [await halfSent(port), await halfSent(port), await halfSent(port), await halfSent(port)];
  for (const finish of clients) expect(await finish()).toBe(true);
});
