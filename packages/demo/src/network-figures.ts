import { listedAt, type Demo, type DemoShop } from './demo';
import { HUB_LOCATION_ID } from './shop-plan';
import { eventually } from './eventually';

/** The quantity of the article that a shop shows its customers: the network quantity, by slug of the shop. */
export type NetworkFigures = ReadonlyMap<string, number>;

/**
 * The network quantities of the article once hub and shops agree on them: at each shop what all the others have free
 * (D16). Throws `CommandFailure` if that does not happen in time.
 */
export async function settledFigures(demo: Demo): Promise<NetworkFigures> {
  const figures = new Map<string, number>();
  for (const shop of demo.shops) {
    const expected = `${shop.name} shows as network quantity what the other shops have free`;
    figures.set(shop.slug, await eventually(expected, () => agreedFigure(demo, shop)));
  }
  return figures;
}

async function agreedFigure(demo: Demo, shop: DemoShop): Promise<number | null> {
  const { variantId } = listedAt(demo, shop);
  const shown = shop.store.inventory(variantId)[HUB_LOCATION_ID] ?? 0;
  return shown === (await freeElsewhere(demo, shop)) ? shown : null;
}

/** Recalculated here, so that the hub's own figure is verified. */
async function freeElsewhere({ db, article, shops }: Demo, shop: DemoShop): Promise<number> {
  const others = shops.filter(({ id }) => id !== shop.id).map(({ id }) => id);
  const variants = await db.variant.findMany({
    where: { gtin: article.gtin, state: 'active', shopId: { in: others } },
  });
  return variants
    .map(({ onHand, committed }) => Math.max(0, Number(onHand - committed)))
    .reduce((sum, free) => sum + free, 0);
}

/** `Nordic Outdoor 19, Suomi Retki 12, …` */
export function describeFigures({ shops }: Demo, figures: NetworkFigures): string {
  return shops.map(({ slug, name }) => `${name} ${figures.get(slug) ?? 0}`).join(', ');
}
