import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, programOf } from '@hub/cli';
import { eventually, Wire } from '@hub/testing';

/** Another copy of the support service, whose database can be taken from it. */
export interface DeskOverAWire {
  url: string;
  wire: Wire;
  close(): Promise<void>;
}

/** @param env of the services it works beside */
export async function openDeskOverAWire(env: NodeJS.ProcessEnv): Promise<DeskOverAWire> {
  const { DATABASE_URL, DOOR_URL: _door, HEALTH_PORT: _health, ...rest } = env;
  const wire = await Wire.to(DATABASE_URL ?? '');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [programOf('support')], {
    env: { ...rest, DATABASE_URL: wire.url, SUPPORT_PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await eventually(async () => (await fetch(`${url}/sign-in`)).text(), { timeoutMs: 30_000, everyMs: 100 });
  return {
    url,
    wire,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      wire.close();
    },
  };
}
