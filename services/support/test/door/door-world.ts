import { createServer, type Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import type { Database } from '@hub/database';
import { asKeys, BodyCipher } from '@hub/installation';
import { issueToken, linkAddress, makeLink, takeLink } from '@hub/desk/door';
import { createLogger, type Clock } from '@hub/runtime';
import {
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type ShopOverrides,
  type TestDatabase,
} from '@hub/testing';
import { Pool } from 'pg';
import type { Door } from '../../src/door/door';
import { createDoorApp, type DoorOptions } from '../../src/door/door-app';
import type { RehearsalAsked } from '../../src/door/rehearsals';
import { Visitor, type Answer } from '../web/visitor';

/** Limits are out of reach, unless a test is about them. */
const NO_LIMITS = { linksOfClient: 1e6, linksOfContact: 1e6, refusedOfClient: 1e6, looks: 1e6, acts: 1e6 };

/** The moment can be moved forward; otherwise it is the real one. */
class TestClock implements Clock {
  private aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }

  forward(ms: number): void {
    this.aheadMs += ms;
  }
}

/** A shop with a contact `technical` at `ops@<slug>.example`. */
export interface DoorShop {
  id: number;
  slug: string;
}

/** The shops' own door, served over HTTP on its own database. */
export class DoorWorld {
  readonly clock = new TestClock();
  /** The requested rehearsals. */
  readonly rehearsed: RehearsalAsked[] = [];
  readonly logger = createLogger({ service: 'test', level: 'error' });
  private readonly servers: Server[] = [];
  /** The address of the door, without a trailing slash. */
  url = '';

  private constructor(
    readonly database: TestDatabase,
    readonly pool: Pool,
  ) {}

  static async open(given: Partial<Door> & { limits?: DoorOptions['limits'] } = {}): Promise<DoorWorld> {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined);
    const world = new DoorWorld(database, pool);
    world.url = await world.serve(given);
    return world;
  }

  get db(): Database {
    return this.database.db;
  }

  /** Another copy of the door with a different configuration. @returns its address */
  async serve({
    limits = NO_LIMITS,
    trustedProxies = new BlockList(),
    ...given
  }: Partial<Door> & {
    limits?: DoorOptions['limits'];
    trustedProxies?: BlockList;
  } = {}): Promise<string> {
    const server = createServer((request, response) => app(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const door = { ...this.door(url), ...given };
    const encryptionKeys = [TEST_ENCRYPTION_KEY];
    const app = createDoorApp({ door, pool: this.pool, encryptionKeys, trustedProxies, limits });
    this.servers.push(server);
    return url;
  }

  /** The dependencies of this world's door. */
  door(url = this.url): Door {
    return {
      db: this.db,
      logger: this.logger,
      clock: this.clock,
      url,
      baseUrl: undefined,
      cipher: new BodyCipher({ HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
      rehearse: async (asked) => {
        this.rehearsed.push(asked);
        return { kind: 'begun' };
      },
      openKeys: async () => asKeys(TEST_ENCRYPTION_KEY),
      testToken: async () => ({ result: 'accepted', status: 200, why: null }),
      readImage: async (address) => ({ type: 'image/png', bytes: Buffer.from(address) }),
      secretOf: async (slug) => `secret-of-${slug}`,
    };
  }

  async shop(overrides: ShopOverrides = {}): Promise<DoorShop> {
    const shop = await aShop(this.db, overrides);
    const contacts = { technical: `ops@${shop.slug}.example`, phone: '+46 8 123 45' };
    await this.db.shop.update({ where: { id: shop.id }, data: { contacts } });
    return shop;
  }

  /** The path of a new link for the shop's contact. */
  async link({ slug }: { slug: string }, delivery: 'mailed' | 'printed' = 'mailed'): Promise<string> {
    const now = this.clock.now();
    const made = await makeLink(this.db, {
      shop: slug,
      contact: 'technical',
      delivery,
      askedBy: 'cli:test',
      now,
    });
    if (made.kind !== 'made') throw new Error('no such contact');
    return new URL(linkAddress(this.url, made.token)).pathname;
  }

  /** A browser of the shop's contact, signed in. */
  async signIn(shop: { slug: string }): Promise<Visitor> {
    const visitor = new Visitor(this.url);
    const link = await this.link(shop);
    await visitor.get(link);
    const answer = await visitor.post(link);
    if (answer.status !== 303) throw new Error(`not let in: ${answer.status}`);
    await visitor.get('/tokens');
    return visitor;
  }

  /** A token of the shop. */
  async token(shop: { slug: string }, may: 'read' | 'act'): Promise<string> {
    const link = await this.link(shop);
    const now = this.clock.now();
    const by = await takeLink(this.db, { token: link.split('/').at(-1) ?? '', now });
    if (by === null) throw new Error('not let in');
    const issued = await issueToken(this.db, { label: 'for a test', may, days: 30, by, now });
    if (issued.kind !== 'issued') throw new Error(issued.reason);
    return issued.token;
  }

  /** Requests JSON with a token, or without. */
  async json(
    path: string,
    given: { token?: string; body?: object } = {},
  ): Promise<Answer & { json: unknown }> {
    const { token, body } = given;
    const response = await fetch(new URL(`/api${path}`, this.url), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
      json: parsed(text),
    };
  }

  /** The entries of the trail, the oldest first. */
  trail() {
    return this.db.supportAction.findMany({ orderBy: { id: 'asc' } });
  }

  async close(): Promise<void> {
    for (const server of this.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await this.pool.end();
    await this.database.drop();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
