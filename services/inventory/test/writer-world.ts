import type { InventoryReceipt } from '@hub/contract';
import { systemClock } from '@hub/runtime';
import type { SimulatedStore, StoreOptions } from '@hub/store-simulator';
import type { StoreWriter, WriteWork } from '@hub/store-writes';
import { aStore } from '@hub/test-world';
import type { ShopOverrides } from '@hub/testing';
import { quantityWrite } from '../src/quantity/quantity-write';
import type { ClaimedQuantity } from '../src/writing/write-records';
import type { StockWorld } from './stock-world';

/** A writer's default settings in tests: quick cycles. */
const OPTIONS = { syncIntervalMs: 300, leaseMs: 10_000, timeoutMs: 2_000, pollMs: 300 };

/** A shop and its store, which has the variants of the given numbers. */
export interface ShopWithStore {
  shopId: number;
  slug: string;
  store: SimulatedStore;
}

/** Writers in this process, and stores that they write to. */
export class WriterWorld {
  private readonly stores: SimulatedStore[] = [];
  private running: (() => Promise<void>)[] = [];

  constructor(readonly stock: StockWorld) {}

  get db() {
    return this.stock.db;
  }

  /** A shop whose store has the variants `V-1` to `V-<variants>`, unlinked, so that only the test sets targets. */
  async aShop(
    variants: number,
    options: Partial<Pick<StoreOptions, 'now' | 'echoes'>> & ShopOverrides = {},
  ): Promise<ShopWithStore> {
    const slug = options.slug ?? `shop-${this.stores.length + 1}`;
    const { store, shop } = await aStore(this.db, { ...options, slug, catalogue: [aProduct(variants)] });
    this.stores.push(store);
    return { shopId: shop.id, slug, store };
  }

  /** Sets a target, as a calculation does that began a moment ago: times in the table are rounded to a millisecond. */
  async setTarget(shopId: number, variantId: string, quantity: number): Promise<void> {
    await this.db.$executeRaw`
      INSERT INTO network_quantity (shop_id, variant_id, wanted, state, next_attempt_at, out_of_step_since)
      VALUES (${shopId}, ${variantId}, ${quantity}, 'due', now() - interval '1 ms', now())
      ON CONFLICT (shop_id, variant_id) DO UPDATE SET wanted = excluded.wanted,
        state = CASE network_quantity.state WHEN 'in_step' THEN 'due' ELSE network_quantity.state END,
        next_attempt_at = CASE network_quantity.state WHEN 'in_step' THEN excluded.next_attempt_at ELSE network_quantity.next_attempt_at END`;
  }

  /** Runs a writer, with its own store calls as in a process. */
  async run(options: Partial<typeof OPTIONS> = {}): Promise<StoreWriter<ClaimedQuantity, InventoryReceipt>> {
    const { timeoutMs, syncIntervalMs, ...writing } = { ...OPTIONS, ...options };
    const { calls, close } = await this.stock.openCalls({ timeoutMs });
    const { logger } = this.stock;
    const write = quantityWrite({ calls, syncIntervalMs, logger });
    const writer = this.stock.writer(write, { clock: systemClock, ...writing });
    await writer.start();
    this.running.push(async () => {
      await writer.stop();
      await close();
    });
    return writer;
  }

  /** Dependencies of a write. */
  work(): WriteWork {
    return this.stock.work();
  }

  row(shopId: number, variantId = 'V-1') {
    return this.stock.networkQuantity(shopId, variantId);
  }

  async stop(): Promise<void> {
    for (const stop of this.running.splice(0)) await stop();
    for (const store of this.stores.splice(0)) await store.stop();
  }
}

/** What the store shows at `HUB_Network`. */
export function shown({ store }: ShopWithStore, variantId = 'V-1'): number {
  return store.inventory(variantId)['9000'] ?? 0;
}

/** The quantities a store was sent for a variant, in order. */
export function sent({ store }: ShopWithStore, variantId = 'V-1'): number[] {
  return store.requests.flatMap(({ endpoint, body }) => {
    const write = body as { variant_id: string; quantity: number };
    return endpoint === 'PUT /inventory' && write.variant_id === variantId ? [write.quantity] : [];
  });
}

function aProduct(variants: number) {
  return {
    product_id: 'P-1',
    title: 'Jacket',
    brand: 'Nordic',
    images: [{ url: 'https://images.example.com/jacket.jpg' }],
    variants: Array.from({ length: variants }, (_, index) => ({
      variant_id: `V-${index + 1}`,
      size: 'One size',
      inventory: [
        { location_id: '1001', quantity: 0 },
        { location_id: '9000', quantity: 0 },
      ],
    })),
  };
}
