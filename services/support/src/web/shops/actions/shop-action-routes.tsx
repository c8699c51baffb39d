import { DESK_REFUSAL_LABELS, liftBlock, resumeStore } from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { addRerouteRoutes } from './reroute-routes';
import { shopAsked } from './shop-asked';
import { ShopQuestion } from './shop-question';

const Query = z.object({ variant: z.string().min(1).max(255) });

/** An agent's actions on a shop: lift a block on stock, resume held calls. GET asks, POST does it. */
export function addShopActionRoutes(router: Router, desk: Desk): void {
  router.use(['/:slug/lift-block', '/:slug/resume-calls', '/:slug/reroute'], requireRole('agent'));
  addRerouteRoutes(router, desk);
  router.get('/:slug/lift-block', async (request, response) => {
    const variant = variantOf(request.query);
    const shop = await shopAsked(desk.db, request.params.slug);
    sendPage(request, response, {
      title: 'Lift the block',
      section: 'shops',
      content: (
        <ShopQuestion
          shop={shop}
          title={`Lift the block on variant ${variant}`}
          happens={[
            `The pieces of it that are blocked at ${shop.name} are offered to the network again.`,
            'Lines that wait for the article are served first.',
          ]}
          warning={`${shop.name} really has these pieces and can ship them.`}
          submit="Lift the block"
          action={request.originalUrl}
        />
      ),
    });
  });
  router.post('/:slug/lift-block', async (request, response) => {
    const variantId = variantOf(request.query);
    const { slug: shop } = request.params;
    const actor = actorOf(viewerOf(request));
    const end = await liftBlock(desk.db, { shop, variantId, actor, note: readNote(request) });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: `The block is lifted: ${end.pieces} of ${variantId} are offered again.` }
        : { kind: 'refused', text: `The block is not lifted: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, `/shops/${shop}`);
  });
  router.get('/:slug/resume-calls', async (request, response) => {
    const shop = await shopAsked(desk.db, request.params.slug);
    sendPage(request, response, {
      title: 'Resume calls',
      section: 'shops',
      content: (
        <ShopQuestion
          shop={shop}
          title={`Resume all calls to ${shop.name}`}
          happens={[
            'Everything that waits for its store is sent.',
            'Should the store refuse our credentials once more, all calls are suspended again.',
          ]}
          warning="the store accepts our credentials again."
          submit="Resume calls"
          action={request.originalUrl}
        />
      ),
    });
  });
  router.post('/:slug/resume-calls', async (request, response) => {
    const { slug: shop } = request.params;
    const end = await resumeStore(desk.db, {
      shop,
      actor: actorOf(viewerOf(request)),
      note: readNote(request),
    });
    tell(
      request,
      end.kind === 'done'
        ? { kind: 'done', text: 'Calls to its store are resumed.' }
        : { kind: 'refused', text: `Calls are not resumed: ${DESK_REFUSAL_LABELS[end.why]}.` },
    );
    response.redirect(303, `/shops/${shop}`);
  });
}

function variantOf(query: unknown): string {
  const read = Query.safeParse(query);
  if (!read.success) throw new PageError(404, 'There is no such variant.');
  return read.data.variant;
}
