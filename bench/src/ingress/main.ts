import { runBenchmark } from '../benchmark';
import { compare } from '../compare';
import { seedShops } from '../seed-shops';
import { startFloor } from '../start-floor';
import { startService } from '../start-services';
import { stockEvents } from '../stock-events';

/**
 * `npm run bench -- ingress`: signed events through ingress, RabbitMQ and a worker's transaction, and the floor
 * program, in turn in one run. Variants without a link: nothing follows from their stock.
 */
const ARTICLES = 20_000;
const [ROUNDS, SECONDS] = [3, 4];
const NO_STORE = 'http://127.0.0.1:9';

runBenchmark(async (benchmark) => {
  const { config, database } = benchmark;
  const { shops, variantIds } = await seedShops(database.db, {
    shops: 1,
    articles: ARTICLES,
    onHand: 0,
    storeUrl: NO_STORE,
    linked: false,
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  const [shop] = shops;
  if (!shop) return;
  const floor = await startFloor(benchmark, { secret: shop.signingSecret });
  await startService(benchmark, 'inventory');
  const ingress = await startService(benchmark, 'ingress');
  const eventsTo = (path: string) =>
    stockEvents({ path, secret: shop.signingSecret, locationId: shop.locationId, variantIds }).next;
  const contenders = {
    floor: { name: 'floor', port: floor.port, next: eventsTo('/') },
    hub: { name: 'hub', port: ingress.port, next: eventsTo(`/shops/${shop.slug}/events`) },
  };
  for (const connections of [1, 50, 200])
    await compare(contenders, { connections, seconds: SECONDS, rounds: ROUNDS });
});
