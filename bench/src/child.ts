import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';

/** Ends the program with this one, however this one ends: what is left would consume the next one's messages. */
const END_WITH_PARENT = join(__dirname, '..', '..', 'packages', 'cli', 'dist', 'end-with-parent-main.js');

/** Starts a Node program; its output is discarded, its errors go to ours unless it is `silent`. */
export function startChild(
  script: string,
  env: Record<string, string>,
  { args = [], silent = false }: { args?: readonly string[]; silent?: boolean } = {},
): ChildProcess {
  return spawn(process.execPath, ['-r', END_WITH_PARENT, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', silent ? 'ignore' : 'inherit'],
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await untilEnded(child);
}

/** @returns the exit code; null where a signal ended it */
export function untilEnded(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** On a busy machine a service with a large database takes longer than on a quiet one. */
const READY_WITHIN_MS = 120_000;

/** Resolves once `GET /health/ready` (or, without health, the port itself) answers. */
export async function untilReady(port: number, path: string | null): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(port, path))) {
    if (Date.now() > deadline) throw new Error(`nothing is ready at port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isReady(port: number, path: string | null): Promise<boolean> {
  if (path === null) return accepts(port);
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  } catch {
    return false;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
