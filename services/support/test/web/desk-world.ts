import { createServer, type Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import type { Database } from '@hub/database';
import type { ForecastAnswer } from '@hub/messaging';
import { createLogger, type Clock } from '@hub/runtime';
import type { TokenTest } from '@hub/shops';
import { createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase, testCipher } from '@hub/testing';
import { hash } from '@node-rs/argon2';
import { Pool } from 'pg';
import { Accounts, type LocalAccount } from '../../src/accounts';
import type { AccessOptions } from '../../src/web/access/access-settings';
import type { Role } from '../../src/web/access/viewer';
import { createApp } from '../../src/app';
import { Visitor } from './visitor';

export { textOf, Visitor } from './visitor';

/** The same for all test accounts, hashed as cheaply as possible. */
export const PASSWORD = 'correct horse battery staple';
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const WILL_BE_ACCEPTED: ForecastAnswer = {
  end: { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } },
  commands: { 'order.route': 1 },
  rows: {},
};

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

/** The whole desk, served over HTTP on its own database, with an account of each role: `a-viewer`, `an-agent`, `a-lead`. */
export class DeskWorld {
  private readonly servers: Server[] = [];
  readonly clock = new TestClock();
  brokerThere = true;
  mailsShops = true;
  /** Of the copies that are served from here on. */
  docsUrl: string | undefined;
  /** How every store answers the test of its bearer token. */
  tokenTest: TokenTest = { result: 'accepted', status: 200, why: null };
  /** The workers' forecast of every replay; null: none answers. */
  forecast: ForecastAnswer | null = WILL_BE_ACCEPTED;
  readonly logger = createLogger({
    service: 'test',
    level: process.env['TEST_LOG'] === 'all' ? 'info' : 'error',
  });

  private constructor(
    readonly database: TestDatabase,
    readonly pool: Pool,
    readonly accounts: readonly LocalAccount[],
  ) {}

  static async open(access: Partial<AccessOptions> = {}): Promise<DeskWorld> {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined);
    const world = new DeskWorld(database, pool, await testAccounts());
    world.url = await world.serve(access);
    return world;
  }

  /** The address of the desk, without a trailing slash. */
  url = '';

  get db(): Database {
    return this.database.db;
  }

  /** Another copy of the service on the same database with a different configuration. @returns its address */
  async serve(access: Partial<AccessOptions> = {}, port = 0): Promise<string> {
    const app = createApp({
      desk: {
        db: this.db,
        cipher: testCipher(),
        logger: this.logger,
        clock: this.clock,
        brokerThere: () => this.brokerThere,
        mailsShops: this.mailsShops,
        docsUrl: this.docsUrl,
        testToken: async () => this.tokenTest,
        forecasts: { ask: async () => this.forecast },
      },
      access: {
        pool: this.pool,
        encryptionKeys: [TEST_ENCRYPTION_KEY],
        trustedProxies: new BlockList(),
        https: false,
        accounts: this.accounts,
        ...access,
      },
      components: [{ name: 'support', ready: () => true, stop: async () => undefined }],
    });
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A browser in which no one has signed in yet. */
  visitor(url = this.url): Visitor {
    return new Visitor(url);
  }

  /** A browser signed in with the account of that role. */
  async signIn(role: Role, url = this.url): Promise<Visitor> {
    const visitor = this.visitor(url);
    const answer = await visitor.signIn(ACCOUNT_OF[role], PASSWORD);
    if (answer.status !== 303) throw new Error(`not signed in as ${role}: ${answer.status}`);
    return visitor;
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

/** Opens a desk for the tests of one file. */
export const openDesk = (access: Partial<AccessOptions> = {}): Promise<DeskWorld> => DeskWorld.open(access);

const ACCOUNT_OF: Record<Role, string> = { viewer: 'a-viewer', agent: 'an-agent', lead: 'a-lead' };

async function testAccounts(): Promise<LocalAccount[]> {
  const password_hash = await hash(PASSWORD, CHEAP);
  const roles: Role[] = ['viewer', 'agent', 'lead'];
  return Accounts.parse(
    JSON.stringify(roles.map((role) => ({ name: ACCOUNT_OF[role], role, password_hash }))),
  );
}
