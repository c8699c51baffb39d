import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@hub/cli';
import { repositoryRoot } from '@hub/testing';
import type { AdmittedStore } from '../open-hub';
import { Staff } from './staff';

const PROGRAM = join(repositoryRoot(), 'adapters', 'vendure', 'dist', 'shop', 'main.js');

export interface ShopPlan extends Pick<
  AdmittedStore,
  'slug' | 'name' | 'country' | 'latitude' | 'longitude'
> {
  /** What it has, by sku. */
  stock: Readonly<Record<string, number>>;
}

/** A Vendure shop in a separate process, with the hub's plugin. */
export class VendureShop {
  readonly password = randomBytes(9).toString('base64url');
  readonly bearerToken = randomBytes(24).toString('hex');
  /** What it has written so far. */
  readonly lines: string[] = [];
  private child: ChildProcess | null = null;

  private constructor(
    readonly plan: ShopPlan,
    private readonly place: { folder: string; port: number; eventsUrl: string },
    readonly signingSecret: string,
  ) {}

  static async open(
    plan: ShopPlan,
    given: { folder: string; eventsUrl: string; signingSecret?: string },
  ): Promise<VendureShop> {
    const folder = join(given.folder, plan.slug);
    mkdirSync(folder, { recursive: true });
    const { eventsUrl, signingSecret = randomBytes(24).toString('hex') } = given;
    const shop = new VendureShop(plan, { eventsUrl, folder, port: await freePort() }, signingSecret);
    await shop.start();
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${this.place.port}`;
  }

  /** @param env more variables, such as the poll interval of its outbox */
  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    const { slug, name, stock } = this.plan;
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [PROGRAM], {
      env: {
        PATH,
        HOME,
        TZ: 'UTC',
        VENDURE_DISABLE_TELEMETRY: 'true',
        SHOP_SLUG: slug,
        SHOP_NAME: name,
        SHOP_PORT: String(this.place.port),
        SHOP_FOLDER: this.place.folder,
        SHOP_STOCK: JSON.stringify(stock),
        SHOP_PASSWORD: this.password,
        HUB_EVENTS_URL: this.place.eventsUrl,
        HUB_BEARER_TOKEN: this.bearerToken,
        HUB_SIGNING_SECRET: this.signingSecret,
        HUB_POLL_MS: '200',
        // The contract's minutes are not waited for.
        HUB_DELAYS_MS: Array.from({ length: 600 }, () => '500').join(','),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const ready = new Promise<void>((isReady, failed) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          this.lines.push(line);
          if (line.endsWith('is ready')) isReady();
        });
      child.once('exit', () => failed(new Error(`${name} ended:\n${this.lines.slice(-20).join('\n')}`)));
    });
    await ready;
  }

  /** As if the power had gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  staff(): Promise<Staff> {
    return Staff.signIn(this.url, this.password);
  }

  /** How the hub is to know it. */
  async asStore(): Promise<AdmittedStore> {
    const { slug, name, country, latitude, longitude } = this.plan;
    const { bearerToken, signingSecret } = this;
    const locations = await (await this.staff()).locations();
    const [locationId = ''] = [...locations].flatMap(([called, id]) =>
      called === 'HUB_Network' ? [] : [id],
    );
    const hubLocationId = locations.get('HUB_Network') ?? '';
    const place = { slug, name, country, latitude, longitude };
    return { ...place, apiRoot: `${this.url}/hub`, bearerToken, signingSecret, hubLocationId, locationId };
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
