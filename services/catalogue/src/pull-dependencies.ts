import type { ProductsPage } from '@hub/contract';
import type { Clock } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import type { CallContext } from '@hub/store-calls';
import type { ImageChecker } from './images/image-checker';

/** What reading a catalogue needs of the world outside the database. */
export interface PullDependencies {
  readPage: (
    shopId: number,
    page: { cursor?: string | undefined },
    context: CallContext,
  ) => Promise<ShopCallOutcome<ProductsPage>>;
  checkImages: ImageChecker;
  clock: Clock;
  /** When the next sync cycle writes network quantities that drifted (D10). */
  syncIntervalMs: number;
  /** Told of the points that races are about, within the transaction; for tests. */
  reached?: ((point: 'changes found' | 'variants locked') => Promise<void>) | undefined;
}
