import { refusal, sign, type Verdict } from '@hub/contract';
import { inTransaction, rows, type Database } from '@hub/database';
import { commandQueue, COMMANDS, eventQueue, type EventsJudge } from '@hub/messaging';
import type { ShopDirectory } from '../../../../packages/shops/src';
import { StoreWriter } from '../../../../packages/store-writes/src';
import { createTestDatabase, TEST_ENCRYPTION_KEY, type Chance, type TestDatabase } from '@hub/testing';
import { z } from 'zod';
import { HEADER, type Delivery } from '../../../../packages/messaging/src/broker/delivery';
import { checkEvent } from '../../../../services/ingress/src/check-event';
import { asDelivery, RestingWorkers } from '../resting-workers';
import type { TestLogger } from '../worker';
import { keepRows, restoreRows } from './kept-rows';
import { letTimePass } from './let-time-pass';

/** A commit may be followed by a second delivery of its message this often. */
const TWICE = 0.1;
/** How far sweeps look ahead at rest: what a platform sold is looked at 30 seconds later. */
const LOOK_AHEAD_MS = 31_000;
/** Sweeps that only people, or other days, have to do with: now and then, but not whenever everything is to rest. */
const NOT_FOR_REST =
  /^(schedule|prune|search links|silent|skipped|watch for|kept falls|split rates|network quantities$)/;
const QUEUES = new Map(Object.values(COMMANDS).map((command) => [command.type, commandQueue(command).name]));

/** What the ingress knows of a store's event. */
export interface SentEvent {
  slug: string;
  secret: string;
  body: Buffer;
}

/**
 * The ingress's checks and every worker in this process, over real PostgreSQL: nothing happens on its own. Messages are
 * delivered, calls made and sweeps run one after the other, as the caller chooses.
 */
export class PacedHub {
  /** The judges of rehearsals, by run. */
  readonly judges = new Map<string, EventsJudge>();
  /** Messages that failed permanently. */
  readonly failed: string[] = [];
  /** Catalogue runs that were taken up. */
  reads = 0;
  private readonly writers: PacedWriter[];
  private readonly waiting: OutboxRow[] = [];

  private constructor(
    private readonly database: TestDatabase,
    private readonly workers: RestingWorkers,
    private readonly directory: ShopDirectory,
  ) {
    this.writers = workers.components.flatMap((one) =>
      one instanceof StoreWriter ? new PacedWriter(one) : [],
    );
  }

  static async open(): Promise<PacedHub> {
    const database = await createTestDatabase();
    const { db } = database;
    const workers = await RestingWorkers.open(db, { config: configOf(database.url), logger: silent });
    return new PacedHub(database, workers, shareDirectory(workers.components));
  }

  get db(): Database {
    return this.database.db;
  }

  async close(): Promise<void> {
    await this.workers.stop();
    await this.database.drop();
  }

  /** Every life begins with what is stored now. */
  async keep(): Promise<void> {
    await keepRows(this.db);
  }

  /** Forgets what was stored since `keep`. */
  async restore(): Promise<void> {
    this.failed.splice(0);
    this.judges.clear();
    this.waiting.splice(0);
    await restoreRows(this.db);
  }

  /** Every process has read the sheets, as within two seconds (D25). */
  async refreshSheets(): Promise<void> {
    await this.directory.refresh();
  }

  async receive({ slug, secret, body }: SentEvent): Promise<Answer> {
    const now = Date.now();
    const sender = this.directory.senderOf(slug, now);
    const checked = checkEvent({ sender, body, signature: sign(secret, body), now });
    if (!checked.ok) return byHub(checked.refusal);
    const { event } = checked.envelope;
    const { capabilityOff } = checked;
    const judge = this.judges.get(checked.sender.rehearsal ?? '');
    const received = { event, body, receivedAt: now, capabilityOff };
    const judged = judge ? await judge.judge(received) : LEFT_TO_HUB;
    if (judged.by === 'run') return { ...byHub(judged.verdict), byRun: true };
    if (capabilityOff) return byHub(refusal('capability_disabled', 'it is not enabled for this shop'));
    const message = { queue: eventQueue(event).name, type: event, shopId: checked.sender.id, body };
    const delivery = asDelivery(message, { [HEADER.receivedAt]: now });
    const { verdict } = await this.workers.settle(delivery);
    if (verdict && judged.watched) judge?.watch(received, verdict);
    return { byRun: false, verdict: () => verdict ?? this.workers.answerTo(delivery) };
  }

  /** Some work that waits: a message, a call, a sweep. */
  async work(chance: Chance): Promise<void> {
    if (chance.happens(0.5) && (await this.handleMessage(chance))) return;
    if (chance.happens(0.8)) return this.call();
    await this.sweep([chance.pick(this.workers.sweeps)], Date.now());
  }

  /** All work that waits, and enough time for all that is repeated. */
  async workOff(chance: Chance): Promise<void> {
    while (await this.handleMessage(chance));
    await letTimePass(this.db);
    const sweeps = this.workers.sweeps.filter(({ name }) => !NOT_FOR_REST.test(name));
    await this.sweep(sweeps, Date.now() + LOOK_AHEAD_MS);
    while (await this.handleMessage(chance));
    await this.call();
  }

  /** All calls that are due. */
  private async call(): Promise<void> {
    for (const writer of this.writers) await writer.runOnce();
  }

  /** Takes what waits in the outbox in any order, now and then twice. @returns whether there was anything */
  private async handleMessage(chance: Chance): Promise<boolean> {
    this.waiting.push(...(await takeOutbox(this.db)));
    const row = this.waiting.splice(chance.between(0, Math.max(0, this.waiting.length - 1)), 1)[0];
    if (!row) return false;
    if (row.queue !== null) {
      this.failed.push(`${row.type} failed: ${String(row.reason)}`);
      return true;
    }
    const delivery = commandOf(row);
    const { settlement } = await this.workers.settle(delivery);
    if (settlement.kind !== 'done' && settlement.kind !== 'ignored')
      this.failed.push(`${row.type}: ${JSON.stringify(settlement)}`);
    if (row.type === COMMANDS.pullCatalogue.type) this.reads += 1;
    if (chance.happens(TWICE)) await this.workers.settle({ ...delivery, redelivered: true });
    return true;
  }

  /** In one transaction, which costs less than one for each. */
  private async sweep(sweeps: RestingWorkers['sweeps'], now: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      for (const sweep of sweeps) await sweep.run(tx, now);
    });
  }
}

const OutboxRow = z.object({
  messageId: z.string(),
  type: z.string(),
  payload: z.unknown(),
  correlation: z.string(),
  queue: z.string().nullable(),
  reason: z.string().nullable(),
});
type OutboxRow = z.output<typeof OutboxRow>;

async function takeOutbox(db: Database): Promise<OutboxRow[]> {
  return rows(
    OutboxRow,
    db.$queryRaw`
    DELETE FROM outbox RETURNING message_id AS "messageId", type, payload, correlation, queue,
      headers ->> ${HEADER.reason} AS reason`,
  );
}

/** The answer to an event. */
export interface Answer {
  byRun: boolean;
  /** Null: none yet. */
  verdict(): Verdict | null;
}

function byHub(verdict: Verdict): Answer {
  return { byRun: false, verdict: () => verdict };
}

const LEFT_TO_HUB = { by: 'hub', watched: false } as const;

/** Calls what is due when a test asks for it, and at no other time. */
class PacedWriter {
  private isOpen = false;

  constructor(
    private readonly writer: Pick<StoreWriter<never, never>, 'wake' | 'slotFor' | 'lookAfter' | 'runOnce'>,
  ) {
    const wake = writer.wake.bind(writer);
    writer.wake = (shopIds) => {
      if (this.isOpen) wake(shopIds);
    };
    writer.slotFor = () => null;
    writer.lookAfter = () => undefined;
  }

  async runOnce(): Promise<void> {
    this.isOpen = true;
    await this.writer.runOnce();
    this.isOpen = false;
  }
}

function commandOf(row: OutboxRow): Delivery {
  const body = Buffer.from(JSON.stringify(row.payload));
  const message = { queue: QUEUES.get(row.type) ?? row.type, type: row.type, shopId: null, body };
  return { ...asDelivery(message), messageId: row.messageId, correlation: row.correlation };
}

/** One directory answers for all: each worker's would read the same sheets. */
function shareDirectory(components: readonly object[]): ShopDirectory {
  const [shared, ...others] = components.filter(isDirectory);
  if (!shared) throw new Error('no worker has a directory of shops');
  for (const other of others) {
    other.bySlug = (slug) => shared.bySlug(slug);
    other.byId = (id) => shared.byId(id);
    other.all = () => shared.all();
  }
  return shared;
}

function isDirectory(component: object): component is ShopDirectory {
  return 'senderOf' in component;
}

function configOf(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    AMQP_URL: 'amqp://127.0.0.1:9',
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    RELAY_EMAIL_DOMAIN: 'relay.hub.test',
    ALLOW_INSECURE_STORES: true,
    STORE_TIMEOUT_MS: 10_000,
    STORE_RETRY_BASE_MS: 1,
    SYNC_INTERVAL_MS: 1,
    PLACING_PASSES_MS: [1, 1, 1],
    CATALOGUE_INTERVAL_MS: 86_400_000,
    HEALTH_PORT: undefined,
    LOG_LEVEL: 'error' as const,
  };
}

const silent: TestLogger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silent,
};
