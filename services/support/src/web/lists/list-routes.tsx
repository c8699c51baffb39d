import {
  ListFault,
  listAddress,
  type Asked,
  type List,
  type ListPart,
  type ListRow,
  type Looking,
} from '@hub/desk/engine';
import { Router, type Request } from 'express';
import { identityOf } from '../access/identity';
import { viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { Newer, NEWER_COUNTED } from '../layout/newer';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { viewsOfList } from '../views/saved-views';
import { Counts, ListPage, type ListPageProps } from './list-page';
import { columnOf } from './list-table';
import { CSV_PAGE, sendCsv, type CsvPage } from './send-csv';
import { shopNames } from './shop-names';

/** The page of each list, beside it its file, and what refreshes itself on it. */
export function listRoutes(desk: Desk, lists: readonly List[]): Router {
  const router = Router();
  for (const list of lists) addList(router, desk, list);
  return router;
}

function addList(router: Router, desk: Desk, list: List): void {
  const { path, title, section } = list;
  router.get(path, async (request, response) => {
    const content = await asPage(async () => <ListPage {...await pageOf(desk, list, request)} />);
    sendPage(request, response, { title, section, content });
  });
  router.get(`${path}.csv`, async (request, response) => {
    const looking = lookingOf(desk, request);
    const inFile = list.inFile ?? list;
    const first = await asPage(async () => fileOf(inFile, { looking, asked: placed(list, request).asked }));
    const isShown = new Set(['page', 'shown']);
    const columns = inFile.columns
      .map(columnOf)
      .filter((_, index) => !isShown.has(inFile.columns[index]?.only ?? ''));
    await sendCsv(response, { name: inFile.file, columns, first });
  });
  addRefreshed(router, desk, list);
}

function addRefreshed(router: Router, desk: Desk, list: List): void {
  const { path, title, section, counts, newer } = list;
  if (counts)
    router.get(`${path}/counts`, async (request, response) => {
      const { asked } = await asPage(async () => placed(list, request));
      const found = await asPage(() => counts(lookingOf(desk, request), asked));
      const content = (
        <>
          <h1>{title}: how many</h1>
          <Counts list={list} asked={asked} counts={found} />
        </>
      );
      sendPage(request, response, { title: `${title}: how many`, section, content });
    });
  if (newer)
    router.get(`${path}/newer`, async (request, response) => {
      const { asked, top = '' } = await asPage(async () => placed(list, request));
      const since = { top, limit: NEWER_COUNTED };
      const count = await asPage(() => newer(lookingOf(desk, request), asked, since));
      const href = listAddress(`${path}/newer`, { ...asked, top });
      const content = (
        <>
          <h1>{title}: newer</h1>
          <Newer href={href} list={listAddress(path, asked)} count={count} one={list.noun} />
        </>
      );
      sendPage(request, response, { title: `${title}: newer`, section, content });
    });
}

async function pageOf(desk: Desk, list: List, request: Request): Promise<ListPageProps> {
  const { asked, after } = placed(list, request);
  const looking = lookingOf(desk, request);
  const viewer = viewerOf(request);
  const { needs } = list;
  const shown = needs && needs.one.every((name) => asked[name] === undefined) ? needs.until : list;
  const [found, notices, summaries, beside, total, counts, shops, views] = await Promise.all([
    shown.find(looking, shown === list ? asked : {}, { after, limit: shown.pageSize }),
    list.notices(looking, asked),
    list.summaries(looking, asked),
    list.beside(looking, asked),
    list.total?.(looking, asked) ?? null,
    list.counts?.(looking, asked) ?? [],
    shopNames(desk.db),
    viewsOfList(desk.db, { page: list.path, viewer, asked }),
  ]);
  const above = { notices, summaries, beside, total, counts };
  return { list, shown, asked, after, found, ...above, shops, views, viewer };
}

async function fileOf(
  list: List,
  query: { looking: Looking; asked: Asked; after?: string },
): Promise<CsvPage<ListRow>> {
  const { looking, asked, after } = query;
  const { rows, next }: ListPart = await list.find(looking, asked, { after, limit: CSV_PAGE });
  return { rows, next: next === null ? null : () => fileOf(list, { looking, asked, after: next }) };
}

/** The filter of a list in a form that acts on what fits. Throws `PageError`. */
export function filterOfForm(list: List, form: Readonly<Record<string, unknown>>): Asked {
  const given = Object.keys(list.filters).map((name) => [name, form[name]] as const);
  try {
    return list.ask(Object.fromEntries(given));
  } catch (error) {
    throw faultOf(error);
  }
}

/** The words for a visitor's mistake in an address. */
export async function asPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ListFault)) return error;
  return new PageError(error.kind === 'unknown' ? 404 : 400, error.message);
}

/** The filter of an address, and the places in the list that it names. Throws `ListFault`. */
function placed(
  list: List,
  request: Request,
): { asked: Asked; after: string | undefined; top: string | undefined } {
  const { after, top, q: _ofTheSearchBox, ...given } = request.query;
  return { asked: list.ask(given), after: textOf('after', after), top: textOf('top', top) };
}

function textOf(field: string, given: unknown): string | undefined {
  if (given === undefined || typeof given === 'string') return given;
  throw new ListFault('invalid', 'This address names no place in the list.', { field });
}

/** Who looks, and when. */
export function lookingOf({ db, clock }: Desk, request: Request): Looking {
  const viewer = viewerOf(request);
  const { name: person, role } = viewer;
  return { db, person, role, identity: identityOf(request), actor: actorOf(viewer), now: clock.now() };
}
