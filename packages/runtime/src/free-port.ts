import { createServer } from 'node:net';
import { ConfigError } from './read-config';

/** Below the ephemeral ports of systems (Linux from 32768, others from 49152): those may be taken at any moment. */
const FIRST = 20_000;
const PORTS = 12_000;
const TRIES = 100;

/** Ports already returned by this process: their users may not listen there yet. */
const given = new Set<number>();

/** A port that is free on every interface. Another process may take it before it is used: then try another. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error('the system has no free port');
}

/** Whether a port is free at this moment, on every interface. */
export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '::')) || (await canListen(port, '0.0.0.0'));
}

/** Throws `ConfigError` that names every variable whose port is in use. @param ports by variable; 0 is any free one */
export async function requireFreePorts(ports: Readonly<Record<string, number | undefined>>): Promise<void> {
  const faults: string[] = [];
  for (const [variable, port] of Object.entries(ports))
    if (port && !(await isFree(port))) faults.push(`${variable}: port ${port} is taken by another process`);
  if (faults.length > 0) throw new ConfigError(faults);
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}
