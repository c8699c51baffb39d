import { revealCustomer } from '@hub/desk/orders';
import type { Router } from 'express';
import { requireRole } from '../../access/require-role';
import { viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { requireOrder } from '../require-order';
import { CustomerPage } from './customer-page';

/** The customer's data of an order: only a form can request it, no address leads there. */
export function addCustomerRoutes(router: Router, desk: Desk): void {
  router.post('/:id/customer', requireRole('agent'), async (request, response) => {
    const order = await requireOrder(desk, request.params['id']);
    const revealed = await revealCustomer(desk.db, { id: order.id, actor: actorOf(viewerOf(request)) });
    if (revealed.kind === 'unknown') throw new PageError(404, 'There is no such order.');
    sendPage(request, response, {
      title: "Customer's data",
      section: 'orders',
      content: (
        <CustomerPage order={order} customer={revealed.kind === 'revealed' ? revealed.customer : null} />
      ),
    });
  });
}
