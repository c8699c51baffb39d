import { findOrders, findOrdersByEmail, findRefusedEvents } from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { FindPage } from './find-page';

const Query = z.object({ q: z.string().trim().max(255).default('') });
const Form = z.object({ email: z.string().trim().min(3).max(320) });

/** Finding an order: by any of its names in the address, by the customer's e-mail address never there (D29). */
export function addFindRoutes(router: Router, desk: Desk): void {
  router.get('/', async (request, response) => {
    const query = Query.safeParse(request.query);
    if (!query.success) throw new PageError(400, 'No order has so long a name.');
    const { q } = query.data;
    if (q.includes('@')) {
      tell(request, {
        kind: 'refused',
        text: 'Search by e-mail address in the form for it, so that the address stands in no browser history.',
      });
      response.redirect(303, '/orders#by-email');
      return;
    }
    const found = q === '' ? null : await findOrders(desk.db, q);
    const [only, ...others] = found ?? [];
    if (only && others.length === 0) {
      response.redirect(303, `/orders/${only.id}`);
      return;
    }
    const refused = found?.length === 0 ? await findRefusedEvents(desk.db, q) : [];
    sendPage(request, response, {
      title: 'Orders',
      section: 'orders',
      content: <FindPage viewer={viewerOf(request)} search={q} found={found} refused={refused} />,
    });
  });
  router.post('/by-email', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body);
    if (!form.success) throw new PageError(400, 'That is no e-mail address.');
    const actor = actorOf(viewerOf(request));
    const found = await findOrdersByEmail(desk.db, { email: form.data.email, actor });
    const [only, ...others] = found;
    if (only && others.length === 0) {
      response.redirect(303, `/orders/${only.id}`);
      return;
    }
    sendPage(request, response, {
      title: 'Orders of a customer',
      section: 'orders',
      content: <FindPage viewer={viewerOf(request)} search="" found={found} refused={[]} />,
    });
  });
}
