import { productsPageFaults, type ProductsPage } from '@hub/contract';
import { inTransaction } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import type { Settlement } from '@hub/messaging';
import { aCommand, World } from '@hub/test-world';
import { aShop, type ShopOverrides, type StoredShop } from '@hub/testing';
import { pullCatalogue } from '../src/handle-catalogue-pull';
import type { PullDependencies } from '../src/pull-dependencies';
import { ShopWork } from '../src/shop-work';
import type { PageOutcome } from '../src/reading/decide-page-answer';

/** A store's answer to the page of a cursor: a body, judged as the client judges it, or an outcome. */
export type Answer = { body: unknown } | { outcome: PageOutcome };
export type StoreOfTest = (cursor: string | undefined, call: number) => Answer | Promise<Answer>;

export type WorldDependencies = Partial<Omit<PullDependencies, 'readPage'>>;

/** A database with the pull handler: messages are delivered by hand, the store is a function. */
export class CatalogueWorld extends World {
  private answered = 0;
  readonly shopWork = new ShopWork(this.context());

  /** A shop with the locations 1001 and 1002, whose catalogue was never read. */
  shop(overrides: ShopOverrides = {}): Promise<StoredShop> {
    const locations = [{ locationId: '1001' }, { locationId: '1002' }];
    return aShop(this.db, { locations, firstCatalogueAt: null, ...overrides });
  }

  async request(shopId: number, options: { checkImages?: boolean } = {}): Promise<string> {
    const { runId } = await inTransaction(this.db, (tx) => requestCatalogueRun(tx, { shopId, ...options }));
    return runId;
  }

  /** Requests a run and runs it to its end. */
  async pull(shopId: number, store: StoreOfTest, dependencies?: WorldDependencies) {
    const runId = await this.request(shopId);
    return this.carry(runId, store, dependencies);
  }

  /** Handles the messages of a run until there are no more. */
  async carry(runId: string, store: StoreOfTest, dependencies: WorldDependencies = {}) {
    let settlement = await this.handle(runId, store, dependencies);
    while (settlement.kind === 'done' && (await this.takeMessage(runId))) {
      settlement = await this.handle(runId, store, dependencies);
    }
    return this.run(runId);
  }

  /** One message of a run. */
  handle(runId: string, store: StoreOfTest, dependencies: WorldDependencies = {}): Promise<Settlement> {
    const clock = dependencies.clock ?? { now: () => Date.now() };
    const input = aCommand({ runId }, { now: clock.now() });
    return pullCatalogue(this.context(), input, {
      checkImages: noImages,
      shopWork: this.shopWork,
      syncIntervalMs: 60_000,
      ...dependencies,
      clock,
      readPage: async (_shopId, { cursor }) => {
        this.answered += 1;
        return outcomeOf(await store(cursor, this.answered));
      },
    });
  }

  run(runId: string) {
    return this.db.catalogueRun.findUniqueOrThrow({
      where: { id: runId },
      include: { faults: { orderBy: { id: 'asc' } } },
    });
  }

  async faults(runId: string): Promise<string[]> {
    const { faults } = await this.run(runId);
    return faults.map(({ page, productId, variantId, field, message }) =>
      [`page ${page}`, productId, variantId, `${field} ${message}`]
        .filter((part) => part !== null)
        .join(' / '),
    );
  }

  async variant(shopId: number, variantId: string) {
    return this.db.variant.findUnique({ where: { shopId_variantId: { shopId, variantId } } });
  }

  /** Payloads of the commands enqueued since the last look, by type, without the run's own messages. */
  async takeByType(): Promise<Record<string, unknown[]>> {
    const commands: Record<string, unknown[]> = {};
    for (const { type, payload } of await this.takeCommands()) (commands[type] ??= []).push(payload);
    return commands;
  }

  openAlerts(shopId: number) {
    return this.db.alert.findMany({
      where: { shopId, state: { not: 'resolved' } },
      select: { kind: true, subject: true, message: true },
      orderBy: { kind: 'asc' },
    });
  }

  /** Staged pages, products and variants of a run. */
  stagedRows(runId: string): Promise<number[]> {
    const { stagedPage, stagedProduct, stagedVariant } = this.db;
    const of = { where: { runId } };
    return Promise.all([stagedPage.count(of), stagedProduct.count(of), stagedVariant.count(of)]);
  }

  private async takeMessage(runId: string): Promise<boolean> {
    const { count } = await this.db.outbox.deleteMany({
      where: { type: 'catalogue.pull', payload: { path: ['runId'], equals: runId } },
    });
    return count > 0;
  }
}

function outcomeOf(answer: Answer): PageOutcome {
  if ('outcome' in answer) return answer.outcome;
  const read = productsPageFaults(answer.body);
  if ('page' in read) return { kind: 'confirmed', status: 200, receipt: read.page, attempts: 1 };
  const { faults } = read;
  return {
    kind: 'invalid_receipt',
    status: 200,
    attempts: 1,
    field: '',
    problem: '',
    faults,
    answer: answer.body,
  };
}

async function* noImages() {
  yield* [];
}

/** A store of these pages, under cursors c1, c2 …; the last has no cursor. */
export function storeOf(...pages: unknown[][]): StoreOfTest {
  return (cursor) => {
    const position = cursor === undefined ? 0 : Number(cursor.slice(1));
    const next = position + 1 < pages.length ? `c${position + 1}` : null;
    return { body: { products: pages[position] ?? [], next_cursor: next } };
  };
}

type WireVariant = ProductsPage['products'][number]['variants'][number];

/** A variant on the wire, five pieces at 1001, none at 1002 and on the network. */
export function wireVariant(variantId: string, overrides: Record<string, unknown> = {}) {
  return {
    variant_id: variantId,
    size: 'One size',
    inventory: inventory({ 1001: 5, 1002: 0, 9000: 0 }),
    ...overrides,
  };
}

export function wireProduct(productId: string, variants: unknown[], overrides: Record<string, unknown> = {}) {
  return {
    product_id: productId,
    title: `Product ${productId}`,
    brand: 'Nordic',
    images: [{ url: `https://images.example.com/${productId}.jpg` }],
    variants,
    ...overrides,
  };
}

export function inventory(quantities: Record<string, number>): WireVariant['inventory'] {
  return Object.entries(quantities).map(([location_id, quantity]) => ({
    location_id: location_id as WireVariant['inventory'][number]['location_id'],
    quantity,
  }));
}
