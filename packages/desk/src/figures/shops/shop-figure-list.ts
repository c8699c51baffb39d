import { rows } from '@hub/database';
import { z } from 'zod';
import { choice, shop } from '../../engine/filters';
import { firstOf, list } from '../../engine/list';
import type { PlaceText } from '../../engine/places';
import { readShopFigures } from './read-shop-figures';
import { barsOf, figureText, shareText, sparklineOf } from './figure-text';
import { SHOP_FIGURE_DEFINITIONS, SHOP_FIGURES, type ShopFigure } from './shop-figures';

interface FigureOfShop extends ShopFigure {
  shopId: number;
  shop: string;
  shopName: string;
}

/** The shop by its id, and the figure by its number. */
interface FigurePlace {
  shopId: number;
  figure: number;
}

const BY_SHOP_AND_FIGURE: PlaceText<FigurePlace> = {
  write: ({ shopId, figure }) => `${shopId}_${figure}`,
  read(given) {
    const [, shopId, figure] = /^(\d{1,9})_(\d{1,2})$/.exec(given) ?? [];
    return figure === undefined ? null : { shopId: Number(shopId), figure: Number(figure) };
  },
};

const ShopRow = z.object({ id: z.int(), slug: z.string(), name: z.string() });

/** How each shop does: a row for each of its figures over 30 days. */
export const shopFigureList = list<FigureOfShop>()({
  path: '/shop-figures',
  title: 'How shops do',
  command: {
    name: 'shop.figures',
    says: 'how shops do: each figure over 30 days and day by day',
    under: 'figures',
  },
  section: 'shops',
  noun: 'figure',
  about:
    'What each shop did in the last 30 days, days of UTC, counted when an hour is over. Times are those within which half of the orders were done.',
  filters: {
    shop: shop('Shop', 'of this shop'),
    figure: choice(
      'Figure',
      SHOP_FIGURES.map((name) => [name, SHOP_FIGURE_DEFINITIONS[name].label] as const),
    ),
  },
  sorts: [],
  columns: [
    {
      name: 'Shop',
      cell: ({ shop: slug, shopName }) => ({ text: shopName, href: `/shops/${slug}`, shop: slug }),
    },
    { name: 'Slug', only: 'file', cell: ({ shop: slug }) => slug },
    {
      name: 'Figure',
      head: true,
      cell: ({ figure }) => ({
        text: SHOP_FIGURE_DEFINITIONS[figure].label,
        below: SHOP_FIGURE_DEFINITIONS[figure].says,
      }),
    },
    {
      name: '30 days',
      number: true,
      cell: (row) => ({ text: row.value, shown: figureText(row), otherwise: 'none' }),
    },
    { name: 'Of', number: true, cell: ({ of }) => of },
    { name: 'Share', number: true, only: 'page', cell: (row) => shareText(row) },
    { name: 'Unit', only: 'file', cell: ({ unit }) => unit },
    {
      name: 'By day',
      cell: ({ figure, days }) => ({
        text: days.map(({ value }) => value ?? '-').join(' '),
        shown: barsOf(days.map(({ value }) => value)),
        sparkline: sparklineOf(SHOP_FIGURE_DEFINITIONS[figure].label, days),
      }),
    },
  ],
  json: ({ shop: slug, figure, unit, value, of, days }) => ({ shop: slug, figure, unit, value, of, days }),
  place: BY_SHOP_AND_FIGURE,
  async read({ db, now }, { filter: { shop: shopId, figure }, after, limit }) {
    const ofEach = figure === undefined ? SHOP_FIGURES.length : 1;
    const shops = await rows(
      ShopRow,
      db.$queryRaw`
      SELECT id, slug, name FROM shop WHERE removed_at IS NULL AND id >= ${after?.shopId ?? 0}
        AND (${shopId ?? null}::int IS NULL OR id = ${shopId ?? null}::int)
      ORDER BY id LIMIT ${Math.ceil((limit + 1) / ofEach) + 1}`,
    );
    const figures = await readShopFigures(db, { shopIds: shops.map(({ id }) => id), now });
    const found = shops.flatMap(({ id, slug, name }) =>
      (figures.get(id) ?? []).map((one): FigureOfShop => ({
        ...one,
        shopId: id,
        shop: slug,
        shopName: name,
      })),
    );
    const isFurther = ({ shopId: id, figure: name }: FigureOfShop) =>
      after === undefined || id > after.shopId || SHOP_FIGURES.indexOf(name) > after.figure;
    const asked = found.filter((one) => (figure === undefined || one.figure === figure) && isFurther(one));
    return firstOf(asked, {
      limit,
      placeOf: (last) => ({ shopId: last.shopId, figure: SHOP_FIGURES.indexOf(last.figure) }),
    });
  },
});
