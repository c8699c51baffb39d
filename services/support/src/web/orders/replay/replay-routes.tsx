import { BandKm, listPolicies, replayDecisions } from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { orderName } from '../order-head';
import { requireOrder } from '../require-order';
import { ReplayPage } from './replay-page';

const Query = z.object({ band_km: z.coerce.number().pipe(BandKm).optional() });

/** The stored decisions of an order under another policy. */
export function addReplayRoutes(router: Router, desk: Desk): void {
  router.get('/:id/replay', async (request, response) => {
    const query = Query.safeParse(request.query);
    if (!query.success) throw new PageError(400, 'A band has whole kilometres, from 1 to 20 037.');
    const order = await requireOrder(desk, request.params.id);
    const { inForce } = await listPolicies(desk.db, desk.clock.now());
    const bandKm = query.data.band_km ?? inForce.bandKm;
    const decisions = await replayDecisions(desk.db, { sellerOrderId: order.id, bandKm });
    sendPage(request, response, {
      title: `Order ${orderName(order)} under another policy`,
      section: 'orders',
      content: <ReplayPage order={order} bandKm={bandKm} decisions={decisions} />,
    });
  });
}
