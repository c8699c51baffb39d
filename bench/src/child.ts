import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';

/** Starts a Node program; its lines go to nowhere, its errors to ours. */
export function startChild(script: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Resolves once `GET /health/ready` (or, without health, the port itself) answers. */
export async function untilReady(port: number, path: string | null): Promise<void> {
  const deadline = Date.now() + 30_000;
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
