import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { freePort, SERVICES } from '@hub/cli';
import {
  createTestDatabase,
  eventually,
  holdE2eBroker,
  type HeldBroker,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { HUB, runHub } from './support/run-program';
import { servicesEnv } from './support/services-env';

const LogLine = z.object({ service: z.string(), message: z.string(), pid: z.number().optional() });

let broker: HeldBroker;
let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  broker = await holdE2eBroker();
  database = await createTestDatabase();
  const [ingressPort, supportPort] = [await freePort(), await freePort()];
  env = servicesEnv({ databaseUrl: database.url, amqpUrl: broker.amqpUrl, ingressPort, supportPort });
}, 320_000);
afterAll(async () => {
  await database?.drop();
  await broker?.release();
});

/** `hub up` as its own process: what it says (stderr), and the log lines of its services (stdout). */
class Up {
  readonly said: string[] = [];
  readonly log: z.output<typeof LogLine>[] = [];
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor() {
    const child = spawn(process.execPath, [HUB, 'up'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    createInterface({ input: child.stdout }).on('line', (line) =>
      this.log.push(LogLine.parse(JSON.parse(line))),
    );
    createInterface({ input: child.stderr }).on('line', (line) => this.said.push(line));
    this.exited = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async says(what: RegExp): Promise<void> {
    const look = () => {
      const said = this.said.join('\n');
      if (!what.test(said)) throw new Error(`said so far: ${said}`);
    };
    await eventually(look, { timeoutMs: 60_000, everyMs: 50 });
  }

  pidsOf(service: string): number[] {
    const started = this.log.filter((line) => line.service === service && line.message === 'started');
    return started.flatMap(({ pid }) => pid ?? []);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('hub up', () => {
  it("writes a token for the machine's owner, with which the command goes through the desk; past it the answers are the same", async () => {
    const up = new Up();
    await up.says(/all services are ready/);
    const file = env['HUB_TOKEN_FILE'] ?? '';
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const atDesk = { ...env, HUB_LOCAL: 'false', DATABASE_URL: undefined, AMQP_URL: undefined };
    for (const words of [
      ['shop', 'list'],
      ['shop', 'health'],
      ['order', 'list'],
      ['dead', 'runs'],
      ['alerts', 'list'],
    ]) {
      const [there, past] = await Promise.all([
        runHub([...words, '--json'], atDesk),
        runHub([...words, '--json'], env),
      ]);
      expect(there).toEqual({ ...past, exitCode: 0, stderr: '' });
    }
    const refused = await runHub(['shop', 'resume', 'nobody', '--json'], atDesk);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toEqual({
      error: { message: 'Calls are not resumed: there is no such shop.', exit_code: 1 },
    });
    up.kill('SIGTERM');
    expect(await up.exited).toBe(0);
    const away = await runHub(['shop', 'list'], atDesk);
    expect(away).toMatchObject({ exitCode: 4, stdout: '' });
    expect(away.stderr).toContain('--local');
    await expect(
      database.db.supportAction.findMany({ select: { action: true, actor: true } }),
    ).resolves.toEqual([{ action: 'desk.issue_token', actor: expect.stringMatching(/^cli:/) }]);
  }, 120_000);

  it('runs every service, starts one that ends again, and stops all in order on the stop signal: exit 0', async () => {
    const up = new Up();
    await up.says(/all services are ready: events at http:.*support at http:/);
    expect(up.said[0]).toMatch(/^migrated: /);

    const [routing] = up.pidsOf('routing');
    process.kill(routing ?? 0, 'SIGKILL');
    await up.says(/routing ended \(SIGKILL\); started again in 1 s/);
    await eventually(() => expect(up.pidsOf('routing')).toHaveLength(2), { timeoutMs: 30_000 });

    up.kill('SIGINT');
    up.kill('SIGINT');
    expect(await up.exited).toBe(0);
    expect(up.said.at(-1)).toBe('all services stopped');
    const stopping = up.log.filter(({ message }) => message === 'stopping').map(({ service }) => service);
    expect(stopping[0]).toBe('ingress');
    expect(stopping.toSorted()).toEqual([...SERVICES].sort());
  }, 120_000);

  it('leaves no service behind when it is killed', async () => {
    const up = new Up();
    await up.says(/all services are ready/);
    const pids = SERVICES.flatMap((service) => up.pidsOf(service));
    expect(pids.filter(isAlive)).toHaveLength(SERVICES.length);

    up.kill('SIGKILL');

    await eventually(() => expect(pids.filter(isAlive)).toEqual([]), { timeoutMs: 15_000, everyMs: 100 });
  }, 120_000);
});
