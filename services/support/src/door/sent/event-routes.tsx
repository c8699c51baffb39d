import { EventSummary, EventView, listEvents, readEvent, revealEventBody } from '@hub/desk/door';
import { z } from 'zod';
import { InputFault } from '../input-fault';
import { OptionalText } from '../../web/layout/texts';
import { After, Name } from '../fields';
import { act, look, type DoorRoute } from '../route';
import { BodyPage, EventPage, EventsPage } from './events-page';

const Filter = OptionalText(255).optional();

export const eventRoutes: readonly DoorRoute[] = [
  look({
    id: 'listEvents',
    path: '/events',
    summary:
      'What your store sent and what it was answered, refused events among the others; the newest first.',
    section: 'events',
    input: z.object({
      after: After.describe('the `next` of the page before'),
      answer: Filter.describe('such as `422`, `4xx`, `refused`, `stale` or an error code'),
      event: Filter.describe('such as `order.created`'),
      about: Filter.describe('the order or the variant that it names'),
    }),
    answer: z.object({ events: z.array(EventSummary), next: z.string().nullable() }),
    title: 'What you sent',
    read: async ({ door, visit }, { after, ...filter }) => {
      const named = Object.fromEntries(Object.entries(filter).filter(([, text]) => text));
      const found = await listEvents(door.db, { ...named, after, shopId: visit.contact.shopId });
      if (found === null) throw new InputFault('after');
      return found;
    },
    page: ({ view }) => <EventsPage {...view} />,
  }),
  look({
    id: 'getEvent',
    path: '/events/:id',
    summary: 'One event of yours with every time that it was sent and its body, personal data masked.',
    section: 'events',
    input: z.object({ id: Name }),
    answer: EventView,
    title: 'Event',
    read: ({ door, visit }, { id }) =>
      readEvent(door.db, { id, shopId: visit.contact.shopId, cipher: door.cipher }),
    page: ({ view }) => <EventPage event={view} />,
  }),
  act({
    id: 'revealEventBody',
    path: '/sendings/:id/body',
    summary: 'A body as your store sent it, personal data and all. The look is recorded.',
    section: 'events',
    input: z.object({ id: z.string().max(64).describe('of one of the `sendings` of an event') }),
    answer: z.object({ id: z.string(), body: z.string() }),
    title: 'Body of an event',
    do: ({ door, visit }, { id }) => revealEventBody(door.db, { visit, id, cipher: door.cipher }),
    page: ({ view }) => <BodyPage body={view.body} />,
  }),
];
