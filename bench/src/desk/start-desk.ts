import { freePort } from '@hub/runtime';
import { hash } from '@node-rs/argon2';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark';
import { startChild, stopChild, untilReady } from '../child';
import { Visitor } from './visitor';

const MAIN = join(__dirname, '..', '..', '..', 'services', 'support', 'dist', 'main.js');
const [NAME, PASSWORD] = ['ada', 'a password for this benchmark alone'];

/** Starts support on the benchmark's database. @returns a lead who is signed in at its desk */
export async function startDesk({ config, database, atEnd }: Benchmark): Promise<Visitor> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const account = { name: NAME, role: 'lead', password_hash: await hash(PASSWORD) };
  const child = startChild(MAIN, {
    ...config,
    DATABASE_URL: database.url,
    ALLOW_INSECURE_STORES: 'true',
    LOG_LEVEL: 'warn',
    SUPPORT_PORT: String(port),
    HEALTH_PORT: String(healthPort),
    SUPPORT_ACCOUNTS: JSON.stringify([account]),
  });
  atEnd(() => stopChild(child));
  await untilReady(healthPort, '/health/ready');
  const desk = new Visitor(`http://127.0.0.1:${port}`);
  await desk.signIn(NAME, PASSWORD);
  return desk;
}
