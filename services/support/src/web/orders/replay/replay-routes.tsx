import { listPolicies, replayDecisions } from '@hub/desk/routing';
import type { Router } from 'express';
import { z } from 'zod';
import type { Desk } from '../../desk';
import { FilterText } from '../../layout/filter-text';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { readCriteria } from '../../routing/criteria-fields';
import { orderName } from '../order-head';
import { requireOrder } from '../require-order';
import { ReplayPage } from './replay-page';

const Query = z.object({ band_km: FilterText, criteria: FilterText });

/** The stored decisions of an order under another policy. */
export function addReplayRoutes(router: Router, desk: Desk): void {
  router.get('/:id/replay', async (request, response) => {
    const query = Query.safeParse(request.query);
    const given = query.success ? readCriteria(query.data) : { fault: 'a field cannot be read' };
    if (given !== null && 'fault' in given) throw new PageError(400, `Not replayed: ${given.fault}.`);
    const order = await requireOrder(desk, request.params.id);
    const { inForce } = await listPolicies(desk.db, desk.clock.now());
    const criteria = given ?? inForce.criteria;
    const decisions = await replayDecisions(desk.db, { sellerOrderId: order.id, criteria });
    sendPage(request, response, {
      title: `Order ${orderName(order)} under another policy`,
      section: 'orders',
      content: <ReplayPage order={order} criteria={criteria} decisions={decisions} />,
    });
  });
}
