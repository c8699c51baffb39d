import {
  callFigures,
  countRisksByShop,
  listAtRisk,
  listBlocks,
  listCatalogueFaults,
  listOutOfSync,
  pausesOfShop,
  shopHealth,
  shopVersions,
  type ShopHealth,
} from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { keptForAMinute } from '../lists/kept-for-a-minute';
import { sendCsv } from '../lists/send-csv';
import { findViews } from '../views/saved-views';
import { addShopActionRoutes } from './actions/shop-actions';
import { addGoLiveRoutes } from './go-live/go-live-routes';
import { addCatalogueRoutes } from './catalogue/catalogue-routes';
import { FaultsPage } from './faults-page';
import { ShopPage } from './shop-page';
import { narrowShops, readShopQuery, type ListedShop } from './list-shops';
import { shopColumns } from './shop-columns';
import { SHOPS, ShopsPage } from './shops-page';

/** On the page of the shop itself, and on a page of a list. */
const FIRST_FAULTS = 10;
const FAULTS = 100;
const OUT_OF_STEP = 50;
const BLOCKS = 100;
const VERSIONS = 20;
const RISKS = 100;

const Query = z.object({ after: z.string().max(20).optional() });

/** The state of each shop's store. */
export function shopRoutes(desk: Desk): Router {
  const router = Router();
  const read = shopReader(desk);
  router.get('/', async (request, response) => {
    const query = readShopQuery(request.query);
    const viewer = viewerOf(request);
    const [{ shops, now }, views] = await Promise.all([read(), findViews(desk.db, { page: SHOPS, viewer })]);
    sendPage(request, response, {
      title: 'Shops',
      section: 'shops',
      content: (
        <ShopsPage
          {...{ query, now }}
          shops={narrowShops(shops, query)}
          all={shops.length}
          views={{ page: SHOPS, views, viewer, query: listAddress('', query).slice(1) }}
        />
      ),
    });
  });
  router.get('/:slug', async (request, response) => {
    const now = desk.clock.now();
    const shop = await requireShop(desk, request.params.slug);
    const [faults, outOfSync, blocks, risks, versions, pauses] = await Promise.all([
      listCatalogueFaults(desk.db, { shop: shop.shop, limit: FIRST_FAULTS }),
      listOutOfSync(desk.db, { shop: shop.shop, limit: OUT_OF_STEP }),
      listBlocks(desk.db, { shop: shop.shop, limit: BLOCKS }),
      listAtRisk(desk.db, { store: shop.shop, withOnItsWay: true, limit: RISKS, now }),
      shopVersions(desk.db, { shop: shop.shop, limit: VERSIONS }),
      pausesOfShop(desk.db, shop.shop),
    ]);
    sendPage(request, response, {
      title: `${shop.name}: how its store does`,
      section: 'shops',
      content: (
        <ShopPage
          {...{ shop, faults, outOfSync, blocks, risks, versions, pauses, now }}
          viewer={viewerOf(request)}
        />
      ),
    });
  });
  router.get('/:slug/faults', async (request, response) => {
    const shop = await requireShop(desk, request.params.slug);
    const { after } = Query.safeParse(request.query).data ?? {};
    const faults = await listCatalogueFaults(desk.db, { shop: shop.shop, after, limit: FAULTS });
    const next =
      faults.length < FAULTS ? null : `/shops/${shop.shop}/faults?after=${faults.at(-1)?.id ?? ''}`;
    sendPage(request, response, {
      title: `${shop.name}: faults of its catalogue`,
      section: 'shops',
      content: <FaultsPage shop={shop} faults={faults} next={next} />,
    });
  });
  addShopActionRoutes(router, desk);
  addGoLiveRoutes(router, desk);
  addCatalogueRoutes(router, desk, (slug) => requireShop(desk, slug));
  return router;
}

/** The list of shops as a file: next to the page, as `/shops.csv`. */
export function shopFile(desk: Desk): Router {
  const router = Router();
  const read = shopReader(desk);
  router.get('/', async (request, response) => {
    const query = readShopQuery(request.query);
    const { shops, now } = await read();
    const first = { rows: narrowShops(shops, query), next: null };
    await sendCsv(response, { name: 'shops', columns: shopColumns(now), first });
  });
  return router;
}

/** Reads all shops; sums over many rows are read once a minute. */
function shopReader(desk: Desk): () => Promise<{ shops: ListedShop[]; now: number }> {
  const figuresOf = keptForAMinute((_all, now) => callFigures(desk.db, now));
  const risksOf = keptForAMinute((_all, now) => countRisksByShop(desk.db, now));
  return async () => {
    const now = desk.clock.now();
    const [shops, figures, risks] = await Promise.all([
      shopHealth(desk.db, now),
      figuresOf('all', now),
      risksOf('all', now),
    ]);
    const listed = shops.map((shop) => ({
      ...shop,
      figures: figures.get(shop.shop),
      atRisk: risks.get(shop.shop) ?? 0,
    }));
    return { shops: listed, now };
  };
}

async function requireShop(desk: Desk, slug: string): Promise<ShopHealth> {
  const shops = await shopHealth(desk.db, desk.clock.now());
  const shop = shops.find((one) => one.shop === slug);
  if (!shop) throw new PageError(404, 'There is no such shop.');
  return shop;
}
