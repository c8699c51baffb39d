import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@hub/cli';
import { type BareDatabase, createBareDatabase, openSession, repositoryRoot } from '@hub/testing';
import { z } from 'zod';
import type { AdmittedStore } from '../open-hub';
import { MedusaApi, type SeededShop } from './medusa-api';
import { Staff } from './staff';

const ISLAND = join(repositoryRoot(), 'adapters', 'medusa');
const MEDUSA = join(ISLAND, 'node_modules', '@medusajs', 'cli', 'cli.js');
const FAULTS = join(ISLAND, 'test', 'faults.js');

const Seeded = z.object({
  channel: z.string(),
  region: z.string(),
  own: z.string(),
  hub: z.string(),
  shippingOption: z.string(),
  promotion: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

/** A migrated and seeded shop, to be copied: its first takes Medusa a minute, each copy the database a second. */
export interface ShopTemplate {
  /** Of the database. */
  name: string;
  seeded: SeededShop;
}

const KEPT = join(ISLAND, '.hub', 'seeded-shop.json');
const Kept = z.object({ of: z.string(), url: z.string(), name: z.string(), seeded: Seeded });

/** The template of an earlier trial, where its database is still there and nothing has changed since; else a new one. */
export async function seedShop(): Promise<ShopTemplate> {
  const of = hashOf('package-lock.json', 'shop/seed.js');
  const kept = existsSync(KEPT) ? Kept.parse(JSON.parse(readFileSync(KEPT, 'utf8'))) : null;
  if (kept?.of === of && (await isThere(kept.url))) return kept;
  const { url, name } = await createBareDatabase();
  await runMedusa(['db:migrate'], url);
  const said = await runMedusa(['exec', './shop/seed.js'], url);
  const line = said.find((one) => one.startsWith('SEEDED '))?.slice('SEEDED '.length) ?? 'null';
  const template = { of, url, name, seeded: Seeded.parse(JSON.parse(line)) };
  writeFileSync(KEPT, JSON.stringify(template));
  return template;
}

const isThere = (url: string): Promise<boolean> =>
  openSession(url).then(
    (session) => session.end().then(() => true),
    () => false,
  );

function hashOf(...files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(ISLAND, file)));
  return hash.digest('hex');
}

export type ShopPlan = Pick<AdmittedStore, 'slug' | 'name' | 'country' | 'latitude' | 'longitude'>;

/** What is wrong while a shop runs: a fault of `test/faults.js`, or other settings than those of the trial. */
export interface Problem {
  fault?: string;
  settings?: object;
}

/** A Medusa shop in a separate process and database, with the adapter. */
export class MedusaShop {
  readonly bearerToken = randomBytes(24).toString('hex');
  readonly api: MedusaApi;
  readonly staff: Staff;
  /** What it has written so far. */
  readonly lines: string[] = [];
  private child: ChildProcess | null = null;

  private constructor(
    readonly plan: ShopPlan,
    private readonly place: { database: BareDatabase; port: number; eventsUrl: string; seeded: SeededShop },
    readonly signingSecret: string,
  ) {
    this.api = new MedusaApi(`http://127.0.0.1:${place.port}`, place.seeded);
    this.staff = new Staff(this.api);
  }

  static async open(
    plan: ShopPlan,
    {
      template,
      eventsUrl,
      signingSecret,
    }: { template: ShopTemplate; eventsUrl: string; signingSecret?: string },
  ): Promise<MedusaShop> {
    const database = await createBareDatabase(template.name);
    const place = { database, eventsUrl, port: await freePort(), seeded: template.seeded };
    const shop = new MedusaShop(plan, place, signingSecret ?? randomBytes(24).toString('hex'));
    await shop.start();
    return shop;
  }

  async start({ fault = '', settings = {} }: Problem = {}): Promise<void> {
    const { database, port, eventsUrl, seeded } = this.place;
    const given = {
      eventsUrl,
      currency: 'EUR',
      networkLocationId: seeded.hub,
      locationIds: [seeded.own],
      shippingOptionId: seeded.shippingOption,
      regionId: seeded.region,
      salesChannelId: seeded.channel,
      ...SOON,
    };
    const credentials = { bearerTokens: [this.bearerToken], signingSecrets: [this.signingSecret] };
    const child = spawnMedusa(['start', '-p', String(port)], database.url, {
      NODE_OPTIONS: `--require ${FAULTS}`,
      SHOP_FAULT: fault,
      HUB_SETTINGS: JSON.stringify({ ...given, ...settings }),
      HUB_CREDENTIALS: JSON.stringify(credentials),
    });
    this.child = child;
    const waitingFor = new Set(['Server is ready', `hub: ${seeded.own} is location`]);
    await new Promise<void>((isReady, failed) => {
      onLines(child, (line) => {
        this.lines.push(line);
        waitingFor.delete([...waitingFor].find((text) => line.includes(text)) ?? '');
        if (waitingFor.size === 0) isReady();
      });
      child.once('exit', () =>
        failed(new Error(`${this.plan.name} ended:\n${this.lines.slice(-20).join('\n')}`)),
      );
    });
  }

  /** As if the power had gone. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Resolves once the process has ended on its own. */
  async ended(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  async close(): Promise<void> {
    await this.end('SIGTERM');
    await this.place.database.drop();
  }

  /** How the hub is to know it: its locations by the numbers it writes as it starts. */
  asStore(): AdmittedStore {
    const { seeded } = this.place;
    const { bearerToken, signingSecret } = this;
    const [hubLocationId, locationId] = [this.numberOf(seeded.hub), this.numberOf(seeded.own)];
    const place = { ...this.plan, apiRoot: `${this.api.url}/hub` };
    return { ...place, bearerToken, signingSecret, hubLocationId, locationId };
  }

  locationOf = (number: string): string => {
    const { own, hub } = this.place.seeded;
    const known = [own, hub].find((id) => this.numberOf(id) === number);
    if (!known) throw new Error(`no location ${number}`);
    return known;
  };

  private numberOf(locationId: string): string {
    const said = this.lines.find((line) => line.includes(`hub: ${locationId} is location `));
    const number = said && /is location (\d+)/.exec(said)?.[1];
    if (!number) throw new Error(`${locationId} has no number:\n${this.lines.slice(-20).join('\n')}`);
    return number;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** The contract's minutes are not waited for. */
const SOON = {
  delivery: { delaysMs: Array.from({ length: 600 }, () => 500), pollMs: 200 },
  sweep: { everyMs: 20_000 },
};

function spawnMedusa(
  args: readonly string[],
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [MEDUSA, ...args], {
    cwd: ISLAND,
    env: {
      PATH,
      HOME,
      TZ: 'UTC',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(24).toString('hex'),
      COOKIE_SECRET: randomBytes(24).toString('hex'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runMedusa(args: readonly string[], databaseUrl: string): Promise<string[]> {
  const child = spawnMedusa(args, databaseUrl);
  const said: string[] = [];
  onLines(child, (line) => said.push(line));
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`medusa ${args.join(' ')} ended with ${code}:\n${said.slice(-20).join('\n')}`);
  return said;
}

function onLines({ stdout, stderr }: ChildProcess, take: (line: string) => void): void {
  for (const stream of [stdout, stderr]) if (stream) createInterface({ input: stream }).on('line', take);
}
