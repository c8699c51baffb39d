import { acceptCatalogue, listCatalogueRuns, pullCatalogue, readCatalogueHealth } from '@hub/desk/catalogue';
import type { Action } from '@hub/desk/engine';
import type { ShopHealth } from '@hub/desk/shops';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../../access/session';
import { addActionRoutes } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { sendPage } from '../../layout/send-page';
import { shopOfFilter } from '../../layout/shop-of-filter';
import { shopAsked } from '../actions/shop-asked';
import { CataloguePage } from './catalogue-page';

const RUNS = 20;

/** The reading that a person has just asked for. */
const Asked = z.object({ asked: z.uuid() });
const Answer = z.object({ run: z.uuid() });

/** A shop's catalogue: starting a run, and accepting a run that would retire most of it (D14). */
export function addCatalogueRoutes(
  router: Router,
  desk: Desk,
  requireShop: (slug: string) => Promise<ShopHealth>,
): void {
  router.get('/:slug/catalogue', async (request, response) => {
    const shop = await requireShop(request.params.slug);
    const shopId = await shopOfFilter(desk, shop.shop);
    const [runs, health] =
      shopId === undefined
        ? [[], []]
        : await Promise.all([
            listCatalogueRuns(desk.db, { shopId, limit: RUNS }),
            readCatalogueHealth(desk.db, shopId),
          ]);
    sendPage(request, response, {
      title: `${shop.name}: its catalogue`,
      section: 'shops',
      content: (
        <CataloguePage
          {...{ shop, runs, health }}
          asked={Asked.safeParse(request.query).data?.asked}
          viewer={viewerOf(request)}
          now={desk.clock.now()}
        />
      ),
    });
  });
  const address = (path: string, action: Action, more: (request: Request) => object = () => ({})) =>
    addActionRoutes(router, desk, {
      path,
      action,
      section: 'shops',
      showsEnd: true,
      after: (end, href) => {
        const asked = end.kind === 'done' ? Answer.safeParse(end.answer).data?.run : undefined;
        return asked === undefined ? href : `${href}?asked=${asked}`;
      },
      find: async (_desk, request) => {
        const { slug, name } = await shopAsked(desk.db, String(request.params['slug']));
        const place = { href: `/shops/${slug}/catalogue`, name: `Catalogue of ${name}` };
        return { input: { shop: slug, ...more(request) }, place };
      },
    });
  address('/:slug/catalogue', pullCatalogue);
  address('/:slug/catalogue/accept', acceptCatalogue, ({ query }) => ({ run: query['run'] }));
}
