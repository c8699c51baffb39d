import type { Subscriptions, WorkerContext } from '@hub/messaging';
import { createHoldProber, createShopCalls, createShopDirectory } from '@hub/shops';
import { readProductsPage } from '@hub/store-calls';
import type { CatalogueConfig } from './config';
import { catalogueConsumer } from './handle-catalogue-pull';
import { createImageChecker } from './images/image-checker';
import { ImageResolver } from './images/image-resolver';
import { ShopWork } from './shop-work';
import { afterRehearsals } from './sweeps/after-rehearsals';
import { wakeRuns } from './sweeps/wake-runs';
import { pruneRuns } from './sweeps/prune-runs';
import { scheduleRuns } from './sweeps/schedule-runs';
import { searchLinks } from './sweeps/search-links';
import { silentCircuits } from './sweeps/silent-circuits';
import { uncountedStock } from './sweeps/uncounted-stock';

/** The catalogue worker's subscriptions. */
export function subscriptions({
  config,
  db,
  keys,
  logger,
  clock,
  work,
}: WorkerContext<CatalogueConfig>): Subscriptions {
  const directory = createShopDirectory({ service: 'catalogue', db, encryptionKey: keys.ring, logger });
  const calls = createShopCalls({
    db,
    directory,
    logger,
    clock,
    timeoutMs: config.STORE_TIMEOUT_MS,
    retryBaseMs: config.STORE_RETRY_BASE_MS,
    allowInsecureStores: config.ALLOW_INSECURE_STORES,
  });
  const shopWork = new ShopWork(work);
  const images = new ImageResolver({ allowInsecure: config.ALLOW_INSECURE_STORES });
  return {
    consumers: [
      catalogueConsumer({
        readPage: (shopId, page, given) => calls.send(shopId, readProductsPage(page), given),
        checkImages: createImageChecker(images.resolve),
        shopWork,
        clock,
        syncIntervalMs: config.SYNC_INTERVAL_MS,
      }),
    ],
    sweeps: [
      scheduleRuns(config.CATALOGUE_INTERVAL_MS),
      wakeRuns(),
      uncountedStock,
      afterRehearsals(),
      pruneRuns(),
      searchLinks(shopWork),
      silentCircuits,
    ],
    components: [directory, calls, images, shopWork, createHoldProber({ db, calls, logger, clock })],
  };
}
