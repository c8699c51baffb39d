import { allQueues } from '@hub/messaging';
import {
  countDeadLetters,
  countNewerDeadLetters,
  groupDeadLetters,
  listDeadLetters,
} from '@hub/support-desk';
import type { Request, Router } from 'express';
import { viewerOf } from '../../access/session';
import type { Desk } from '../../desk';
import { Newer, NEWER_COUNTED } from '../../layout/newer';
import { placeOfNow, readPlace, writePlace, type Place } from '../../layout/place';
import { sendPage } from '../../layout/send-page';
import { addressOf, readFilter, toFilter, type ListFilter } from '../read-filter';
import { CausesPage } from './causes-page';
import { ListPage, type ListPageProps } from './list-page';
import { LIST } from './views';

const PAGE = 50;
const QUEUES = allQueues()
  .map(({ name }) => name)
  .toSorted();

/** Lists of failed messages: one by one, by cause, and how many came since. */
export function addListRoutes(router: Router, desk: Desk): void {
  router.get('/', async (request, response) => {
    sendPage(request, response, {
      title: 'Failed messages',
      section: 'dead-letters',
      content: <ListPage {...await listOf(desk, request)} />,
    });
  });
  router.get('/causes', async (request, response) => {
    const filter = readFilter(request.query);
    const [groups, shops] = await Promise.all([
      groupDeadLetters(desk.db, await toFilter(desk, filter)),
      shopsOf(desk),
    ]);
    const now = desk.clock.now();
    sendPage(request, response, {
      title: 'Failed messages by cause',
      section: 'dead-letters',
      content: <CausesPage {...{ filter, groups, shops, now }} queues={QUEUES} viewer={viewerOf(request)} />,
    });
  });
  router.get('/newer', async (request, response) => {
    const filter = readFilter(request.query);
    const place = readPlace(request.query['since']) ?? placeOfNow(desk.clock.now());
    const count = await countNewerDeadLetters(desk.db, {
      filter: await toFilter(desk, filter),
      place: { lastFailedAt: place.at, id: place.id },
      limit: NEWER_COUNTED,
    });
    sendPage(request, response, {
      title: 'Newer failed messages',
      section: 'dead-letters',
      content: (
        <>
          <h1>Newer failed messages</h1>
          <Newer {...newerOf(filter, place)} count={count} />
        </>
      ),
    });
  });
}

async function listOf(desk: Desk, request: Request): Promise<ListPageProps> {
  const filter = readFilter(request.query);
  const after = readPlace(request.query['after']);
  const wanted = await toFilter(desk, filter);
  const [found, total, shops] = await Promise.all([
    listDeadLetters(desk.db, {
      filter: wanted,
      limit: PAGE + 1,
      ...(after && { after: { lastFailedAt: after.at, id: after.id } }),
    }),
    countDeadLetters(desk.db, wanted),
    shopsOf(desk),
  ]);
  const letters = found.slice(0, PAGE);
  const [first, last] = [letters[0], letters.at(-1)];
  const now = desk.clock.now();
  const top = first ? { at: first.lastFailedAt, id: first.id } : placeOfNow(now);
  return {
    filter,
    letters,
    total,
    shops,
    now,
    newer: after ? null : { ...newerOf(filter, top), count: 0 },
    older:
      found.length > PAGE && last
        ? addressOf(LIST, filter, { after: writePlace({ at: last.lastFailedAt, id: last.id }) })
        : null,
    queues: QUEUES,
    viewer: viewerOf(request),
  };
}

function newerOf(filter: ListFilter, top: Place): { href: string; list: string } {
  return {
    href: addressOf(`${LIST}/newer`, filter, { since: writePlace(top) }),
    list: addressOf(LIST, filter),
  };
}

async function shopsOf({ db }: Desk): Promise<string[]> {
  const shops = await db.shop.findMany({ select: { slug: true }, orderBy: { slug: 'asc' } });
  return shops.map(({ slug }) => slug);
}
