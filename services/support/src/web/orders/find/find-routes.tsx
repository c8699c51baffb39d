import { findOrdersByEmail, searchOrders } from '@hub/desk/orders';
import { findRefusedEvents } from '@hub/desk/events';
import { listAddress } from '@hub/desk/engine';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { addNotice, viewerOf } from '../../access/session';
import { actorOf, may } from '../../access/viewer';
import type { Desk } from '../../desk';
import { LONGEST_TEXT } from '../../layout/filter-text';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { findShops } from '../../lists/shop-names';
import { FindPage } from './find-page';

const Query = z.object({ q: z.string().trim().max(LONGEST_TEXT).default('') });
const Form = z.object({ email: z.string().trim().min(3).max(320) });

const AT = '@';

/** The search of every page: an e-mail address never becomes part of an address (D29), every other text does. */
export function searchByPost(desk: Desk): RequestHandler {
  return async (request, response) => {
    const form = Query.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'No order has so long a name.');
    const { q } = form.data;
    if (!q.includes(AT)) return response.redirect(303, listAddress('/orders', { q: q || undefined }));
    const viewer = viewerOf(request);
    if (!may(viewer, 'agent'))
      throw new PageError(403, "An agent may search by the customer's e-mail address.");
    await sendByEmail({ desk, request, response }, q);
  };
}

/** The search for an order: by any of its names in the address, by the customer's e-mail address never there (D29). */
export function addFindRoutes(router: Router, desk: Desk): void {
  router.get('/', async (request, response) => {
    const query = Query.safeParse(request.query);
    if (!query.success) throw new PageError(400, 'No order has so long a name.');
    const { q } = query.data;
    if (q.includes(AT)) {
      addNotice(request, {
        kind: 'refused',
        text: 'Search by e-mail address in the form for it, so that the address stands in no browser history.',
      });
      response.redirect(303, '/orders#by-email');
      return;
    }
    const found = q === '' ? null : await searchOrders(desk.db, q);
    const [only, ...others] = found?.orders ?? [];
    // A hit on the beginning of a name is shown, not opened: another one may be meant.
    if (only && others.length === 0 && !found?.begins) {
      response.redirect(303, `/orders/${only.id}`);
      return;
    }
    const [refused, shops] = await Promise.all([
      found?.orders.length === 0 ? findRefusedEvents(desk.db, q) : [],
      findShops(desk.db, q),
    ]);
    sendPage(request, response, {
      title: 'Orders',
      section: 'orders',
      content: (
        <FindPage
          {...{ found, shops, refused }}
          viewer={viewerOf(request)}
          search={q}
          now={desk.clock.now()}
        />
      ),
    });
  });
  router.post('/by-email', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body);
    if (!form.success) throw new PageError(400, 'That is no e-mail address.');
    await sendByEmail({ desk, request, response }, form.data.email);
  });
}

async function sendByEmail(
  { desk, request, response }: { desk: Desk; request: Request; response: Response },
  email: string,
): Promise<void> {
  const actor = actorOf(viewerOf(request));
  const found = await findOrdersByEmail(desk.db, { email, actor });
  const [only, ...others] = found;
  if (only && others.length === 0) return response.redirect(303, `/orders/${only.id}`);
  sendPage(request, response, {
    title: 'Orders of a customer',
    section: 'orders',
    content: (
      <FindPage
        viewer={viewerOf(request)}
        search=""
        found={{ orders: found, begins: false, articles: [] }}
        shops={[]}
        refused={[]}
        now={desk.clock.now()}
      />
    ),
  });
}
