import { latestMails } from '@hub/desk/mails';
import { listAtRisk } from '@hub/desk/problems';
import { listBlocks } from '@hub/desk/stock';
import {
  listCatalogueFaults,
  listOutOfSync,
  mailAddressesOfShop,
  pausesOfShop,
  shopHealth,
  type ShopHealth,
} from '@hub/desk/shops';
import { shopVersions } from '@hub/shops';
import { waitingAtShop } from '@hub/desk/orders';
import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { addShopActionRoutes } from './actions/shop-actions';
import { addGoLiveRoutes } from './go-live/go-live-routes';
import { addCatalogueRoutes } from './catalogue/catalogue-routes';
import { FaultsPage } from './faults-page';
import { ShopPage } from './shop-page';

/** On the page of the shop itself, and on a page of a list. */
const FIRST_FAULTS = 10;
const FAULTS = 100;
const OUT_OF_SYNC_SHOWN = 50;
const BLOCKS = 100;
const VERSIONS = 20;
const RISKS = 100;
const MAILS = 5;

const Query = z.object({ after: z.string().max(20).optional() });

/** The page of each shop. */
export function shopRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/:slug', async (request, response) => {
    const now = desk.clock.now();
    const shop = await requireShop(desk, request.params.slug);
    const [faults, outOfSync, blocks, risks, versions, pauses, mails, waiting, token, mailAddresses] =
      await Promise.all([
        listCatalogueFaults(desk.db, { shop: shop.shop, limit: FIRST_FAULTS }),
        listOutOfSync(desk.db, { shop: shop.shop, limit: OUT_OF_SYNC_SHOWN }),
        listBlocks(desk.db, { shop: shop.shop, limit: BLOCKS }),
        listAtRisk(desk.db, { store: shop.shop, withOnItsWay: true, limit: RISKS, now }),
        shopVersions(desk.db, { shop: shop.shop, limit: VERSIONS }),
        pausesOfShop(desk.db, shop.shop),
        latestMails(desk.db, { shop: shop.shop, limit: MAILS }),
        waitingAtShop(desk.db, { shop: shop.shop, now }),
        desk.db.shop.findUnique({ where: { slug: shop.shop }, select: { doorTokenSetAt: true } }),
        mailAddressesOfShop(desk.db, shop.shop),
      ]);
    sendPage(request, response, {
      title: `${shop.name}: how its store does`,
      section: 'shops',
      content: (
        <ShopPage
          {...{
            shop,
            faults,
            outOfSync,
            blocks,
            risks,
            versions,
            pauses,
            mails,
            waiting,
            mailAddresses,
            now,
          }}
          tokenSetAt={token?.doorTokenSetAt ?? null}
          mailsShops={desk.mailsShops}
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

async function requireShop(desk: Desk, slug: string): Promise<ShopHealth> {
  const shops = await shopHealth(desk.db, desk.clock.now());
  const shop = shops.find((one) => one.shop === slug);
  if (!shop) throw new PageError(404, 'There is no such shop.');
  return shop;
}
