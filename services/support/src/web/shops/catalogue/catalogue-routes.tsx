import {
  acceptCatalogue,
  DESK_REFUSAL_LABELS,
  listCatalogueRuns,
  pullCatalogue,
  readCatalogueHealth,
  type ShopHealth,
} from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { shopOfFilter } from '../../layout/shop-of-filter';
import { QuestionPage } from '../../actions/question-page';
import { CataloguePage } from './catalogue-page';

const RUNS = 20;
const Pull = z.object({ check_images: z.literal('yes').optional() });
const Accept = z.object({ run: z.uuid() });

/** A shop's catalogue: starting a run, and accepting a run that would retire most of it (D14). */
export function addCatalogueRoutes(
  router: Router,
  desk: Desk,
  requireShop: (slug: string) => Promise<ShopHealth>,
): void {
  router.get('/:slug/catalogue', async (request, response) => {
    const shop = await requireShop(request.params.slug);
    const shopId = await shopOfFilter(desk, shop.shop);
    const [runs, health] = await Promise.all([
      listCatalogueRuns(desk.db, { shop: shop.shop, limit: RUNS }),
      shopId === undefined ? [] : readCatalogueHealth(desk.db, shopId),
    ]);
    sendPage(request, response, {
      title: `${shop.name}: its catalogue`,
      section: 'shops',
      content: <CataloguePage {...{ shop, runs, health }} viewer={viewerOf(request)} />,
    });
  });
  router.post('/:slug/catalogue', requireRole('agent'), async (request, response) => {
    const { shop } = await requireShop(String(request.params['slug']));
    const checkImages = Pull.safeParse(request.body ?? {}).data?.check_images === 'yes';
    const actor = actorOf(viewerOf(request));
    const end = await pullCatalogue(desk.db, { shop, checkImages, actor });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: 'Its catalogue is being read.' }
        : { kind: 'refused', text: `It is not read: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, `/shops/${shop}/catalogue`);
  });
  router.use('/:slug/catalogue/accept', requireRole('agent'));
  router.get('/:slug/catalogue/accept', async (request, response) => {
    const shop = await requireShop(request.params.slug);
    const runId = runOf(request.query);
    const runs = await listCatalogueRuns(desk.db, { shop: shop.shop, limit: RUNS });
    const run = runs.find(({ id, state }) => id === runId && state === 'waiting');
    if (!run) throw new PageError(409, 'This reading does not wait to be accepted any more.');
    sendPage(request, response, {
      title: 'Accept the catalogue',
      section: 'shops',
      content: (
        <QuestionPage
          place={{ href: `/shops/${shop.shop}`, name: shop.name }}
          question={{
            title: `Accept the catalogue of ${shop.name}`,
            happens: [
              `${run.retired} of its variants are retired: no shop sells them in its name any more.`,
              `${run.variants} variants stay or are added, as the reading has them.`,
              'Orders that came before are served all the same.',
            ],
            warning: 'the shop itself says that it took these articles away.',
            submit: 'Accept it',
          }}
          note="optional"
          action={request.originalUrl}
        />
      ),
    });
  });
  router.post('/:slug/catalogue/accept', async (request, response) => {
    const { shop } = await requireShop(request.params.slug);
    const by = { actor: actorOf(viewerOf(request)), note: readNote(request) };
    const end = await acceptCatalogue(desk.db, { shop, runId: runOf(request.query), ...by });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: 'It is accepted, and being applied.' }
        : { kind: 'refused', text: `It is not accepted: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, `/shops/${shop}/catalogue`);
  });
}

function runOf(query: unknown): string {
  const read = Accept.safeParse(query);
  if (!read.success) throw new PageError(404, 'There is no such reading.');
  return read.data.run;
}
