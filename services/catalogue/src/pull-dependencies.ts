import type { ProductsPage } from '@hub/contract';
import type { Clock } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import type { CallContext } from '@hub/store-calls';
import type { ImageChecker } from './images/image-checker';
import type { ShopWork } from './shop-work';

/** What reading a catalogue needs besides the database. */
export interface PullDependencies {
  readPage: (
    shopId: number,
    page: { cursor?: string | undefined },
    context: CallContext,
  ) => Promise<ShopCallOutcome<ProductsPage>>;
  checkImages: ImageChecker;
  /** Counts what may end the process (D36). */
  shopWork: Pick<ShopWork, 'doing' | 'finished'>;
  clock: Clock;
  /** When the next sync cycle writes network quantities that differ (D10). */
  syncIntervalMs: number;
  /** Called at the points of possible races, within the transaction; for tests. */
  reached?: ((point: 'changes found' | 'variants locked') => Promise<void>) | undefined;
}
