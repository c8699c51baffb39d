import { rows } from '@hub/database';
import { z } from 'zod';
import { listedAt, type Demo } from '../demo';
import { describeFigures, settledFigures } from '../network-figures';
import { LOCATION_ID } from '../shop-plan';
import { expectTrue, eventually } from '../eventually';

const CountRow = z.object({ count: z.int() });

const MORE = 2;
/** Every variant of every shop, the first time. */
const WRITTEN_WITHIN_MS = 180_000;

/** What others have free becomes each shop's network quantity; a stock change at one is seen at the others. */
export async function shareStock(demo: Demo): Promise<void> {
  const { reporter, shops, article, seller } = demo;
  reporter.step('Each shop may sell what the others have in stock');
  const { written, seconds } = await allInSync(demo);
  reporter.aside(`${written} network quantities written in ${seconds} s (PUT /inventory)`);
  reporter.print(`One article for what follows: ${article.title} (GTIN ${article.gtin})`);
  for (const shop of shops) reporter.print(`  ${shop.name} has ${listedAt(demo, shop).stock} itself`);
  const before = await settledFigures(demo);
  reporter.print(`Network quantities (HUB_Network): ${describeFigures(demo, before)}`);

  const changing = shops.findLast(({ id }) => id !== seller.id) ?? seller;
  const { variantId, stock } = listedAt(demo, changing);
  const delivery = changing.store.changeStock(variantId, LOCATION_ID, stock + MORE);
  reporter.print(`${changing.name} receives ${MORE} more and reports it (inventory.updated)`);
  const { answer } = await delivery.done;
  expectTrue(answer?.status === 200, 'the stock report is answered 200', answer);
  const after = await settledFigures(demo);
  reporter.print(`Network quantities now:           ${describeFigures(demo, after)}`);
  for (const { slug, name, id } of shops) {
    const more = (after.get(slug) ?? 0) - (before.get(slug) ?? 0);
    expectTrue(more === (id === changing.id ? 0 : MORE), `${name} shows what the stock change adds`, more);
  }
}

async function allInSync({ db, shops }: Demo): Promise<{ written: number; seconds: string }> {
  const began = performance.now();
  const ids = shops.map(({ id }) => id);
  // Articles that a shop no longer sells do not count: there may be no shop to write them to.
  const outOfSync = async (): Promise<number> => {
    const [found] = await rows(
      CountRow,
      db.$queryRaw`
      SELECT count(*)::int AS count FROM network_quantity q JOIN variant v USING (shop_id, variant_id)
      WHERE shop_id = ANY (${ids}::int[]) AND v.state = 'active' AND q.state <> 'in_step'`,
    );
    return found?.count ?? 0;
  };
  await eventually(
    'every network quantity is written at its shop',
    async () => ((await outOfSync()) === 0 ? true : null),
    WRITTEN_WITHIN_MS,
  );
  const written = shops.flatMap(({ store }) => store.requests.filter(isConfirmedWrite)).length;
  return { written, seconds: ((performance.now() - began) / 1_000).toFixed(1) };
}

function isConfirmedWrite({ endpoint, status }: { endpoint: string; status: number | null }): boolean {
  return endpoint === 'PUT /inventory' && status === 200;
}
