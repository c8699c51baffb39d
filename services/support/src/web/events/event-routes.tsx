import {
  listSentEvents,
  revealSentBody,
  showSentEvent,
  type ListedEvent,
  type ShownEvent,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import { indentJson } from '../dead-letters/edit/indent-json';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { CSV_PAGE, pagesAfter, sendCsv } from '../lists/send-csv';
import { shopNames } from '../lists/shop-names';
import { findViews } from '../views/saved-views';
import { EVENT_FILE } from './event-file';
import { EventPage, RevealedEventPage } from './event-page';
import { EventsPage, type EventsPageProps } from './events-page';
import {
  eventsAddress,
  readEventFilter,
  readEventPlace,
  toEventFilter,
  writeEventPlace,
} from './read-event-filter';

const PAGE = 50;
const EVENTS = '/events';
const Form = z.object({ sent: z.uuid() });

/** What shops sent: the list, and each event's page; personal data is shown only on request by a form (D33). */
export function eventRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    sendPage(request, response, {
      title: 'Events',
      section: 'events',
      content: <EventsPage {...await listOf(desk, request)} />,
    });
  });
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

/** The list of events as a file: next to the page, as `/events.csv`. */
export function eventFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const asked = readEventFilter(request.query);
    const filter = await toEventFilter(desk, asked);
    const query = { filter, sort: asked.sort, limit: CSV_PAGE };
    const first = await pagesAfter<ListedEvent>((after) => listSentEvents(desk.db, { ...query, after }));
    await sendCsv(response, { name: 'events', columns: EVENT_FILE, first });
  });
  return router;
}

async function listOf(desk: Desk, request: Request): Promise<EventsPageProps> {
  const filter = readEventFilter(request.query);
  const after = readEventPlace(request.query['after']);
  const viewer = viewerOf(request);
  const [found, shops, views] = await Promise.all([
    listSentEvents(desk.db, {
      filter: await toEventFilter(desk, filter),
      sort: filter.sort,
      after,
      limit: PAGE + 1,
    }),
    shopNames(desk.db),
    findViews(desk.db, { page: EVENTS, viewer }),
  ]);
  const events = found.slice(0, PAGE);
  const last = events.at(-1);
  return {
    filter,
    events,
    shops,
    views: { page: EVENTS, views, viewer, query: eventsAddress(filter).split('?')[1] ?? '' },
    paged: after !== undefined,
    older: found.length > PAGE && last ? eventsAddress(filter, { after: writeEventPlace(last) }) : null,
  };
}

/** The event of an address. Throws `PageError` if there is none. */
async function requireEvent(desk: Desk, { shop, id }: { shop: string; id: string }): Promise<ShownEvent> {
  const found = await desk.db.shop.findUnique({ where: { slug: shop }, select: { id: true } });
  const [event] = found ? await showSentEvent(desk.db, desk.cipher, { id, shopId: found.id }) : [];
  if (!event) throw new PageError(404, 'There is no such event (any more).');
  return event;
}
