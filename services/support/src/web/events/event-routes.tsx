import { revealSentBody, showSentEvent, type ShownEvent } from '@hub/desk/events';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import { indentJson } from '../dead-letters/edit/indent-json';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { EventPage, RevealedEventPage } from './event-page';

const Form = z.object({ sent: z.uuid() });

/** The page of each event that a shop sent; personal data is shown only on request by a form (D33). */
export function eventRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/:shop/:id', async (request, response) => {
    const event = await requireEvent(desk, request.params);
    sendPage(request, response, {
      title: event.event ?? 'Event',
      section: 'events',
      content: <EventPage event={event} viewer={viewerOf(request)} />,
    });
  });
  router.post('/:shop/:id/reveal', requireRole('agent'), async (request, response) => {
    const { shop = '', id = '' } = request.params;
    const event = await requireEvent(desk, { shop: String(shop), id: String(id) });
    const form = Form.safeParse(request.body ?? {});
    const sending = form.success ? event.sendings.find((one) => one.id === form.data.sent) : undefined;
    if (!sending) throw new PageError(400, 'It is not said what to show.');
    const actor = actorOf(viewerOf(request));
    const body = await revealSentBody(desk.db, desk.cipher, { id: sending.id, actor });
    if (!body) throw new PageError(404, 'It is not kept any more.');
    sendPage(request, response, {
      title: 'With personal data',
      section: 'events',
      content: <RevealedEventPage event={event} body={indentJson(body.toString('utf8'))} />,
    });
  });
  return router;
}

/** The event of an address. Throws `PageError` if there is none. */
async function requireEvent(desk: Desk, { shop, id }: { shop: string; id: string }): Promise<ShownEvent> {
  const found = await desk.db.shop.findUnique({ where: { slug: shop }, select: { id: true } });
  const [event] = found ? await showSentEvent(desk.db, desk.cipher, { id, shopId: found.id }) : [];
  if (!event) throw new PageError(404, 'There is no such event (any more).');
  return event;
}
