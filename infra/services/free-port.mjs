import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/**
 * Free TCP ports of the loopback interface, all different, chosen by the operating system. Another process
 * may take one before it is used: retry.
 */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

function listen() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port: 0 }, () => resolve(server));
  });
}

/**
 * Whether a server answers there within the time given. With `greeting`, those bytes are sent and the answer
 * must begin with `expected`.
 *
 * @param {{ host?: string, port: number, timeoutMs?: number, greeting?: Buffer, expected?: Buffer }} place
 * @returns {Promise<boolean>}
 */
export function answers({ host = LOOPBACK, port, timeoutMs = 2000, greeting, expected }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('connect', () => (greeting ? socket.write(greeting) : end(true)));
    socket.once('data', (data) => end(!expected || data.subarray(0, expected.length).equals(expected)));
  });
}

/**
 * Asks again and again until the condition holds.
 *
 * @param {() => Promise<boolean> | boolean} condition
 * @param {{ timeoutMs: number, everyMs?: number }} times
 * @returns {Promise<boolean>} false when the time ran out first
 */
export async function becomesTrue(condition, { timeoutMs, everyMs = 50 }) {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
