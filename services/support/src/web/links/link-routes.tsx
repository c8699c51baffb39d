import {
  countLinkProposals,
  LINK_COLUMNS,
  listLinkGroups,
  listLinkProposals,
  type LinkQuery,
  type ListedLinkProposal,
  keptForAMinute,
} from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { sendCsv, type CsvPage } from '../lists/send-csv';
import { shopNames } from '../lists/shop-names';
import { findViews } from '../views/saved-views';
import { addDecideRoute } from './decide-route';
import { findGroup } from './find-group';
import { GroupPage } from './group-page';
import { addImportRoutes } from './import-routes';
import { LinksPage } from './links-page';
import { LINKS, readLinkQuery, readPlace, toLinkQuery, writePlace } from './read-link-query';
import { allowImages } from './show-images';

const PAGE = 50;
const CSV_PAGE = 1_000;
const Id = z.uuid();

/** Pairs of variants that may be one article, for people to decide (record 64). */
export function linkRoutes(desk: Desk): Router {
  const router = Router();
  const countWaiting = keptForAMinute(() => countLinkProposals(desk.db));
  router.get('/', async (request, response) => {
    const query = readLinkQuery(request.query);
    const after = readPlace(request.query['after']);
    const asked = await toLinkQuery(desk, query);
    const viewer = viewerOf(request);
    const [groups, waiting, shops, views] = await Promise.all([
      asked && listLinkGroups(desk.db, { ...asked, after, limit: PAGE }),
      asked ? [] : countWaiting('', desk.clock.now()),
      shopNames(desk.db),
      findViews(desk.db, { page: LINKS, viewer }),
    ]);
    const last = groups?.length === PAGE ? groups.at(-1) : undefined;
    sendPage(request, response, {
      title: 'Proposed links',
      section: 'shops',
      content: (
        <LinksPage
          {...{ query, groups, waiting, shops, viewer }}
          paged={after !== undefined}
          next={last ? listAddress(LINKS, { ...query, after: writePlace(last) }) : null}
          views={{ page: LINKS, views, viewer, query: listAddress('', query).slice(1) }}
        />
      ),
    });
  });
  addDecideRoute(router, desk);
  addImportRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const id = Id.safeParse(request.params.id);
    const pairs = id.success ? await findGroup(desk.db, id.data) : [];
    const asked = pairs.find((pair) => pair.id === id.data);
    if (!asked) throw new PageError(404, 'There is no such proposal.');
    allowImages(response, [asked.a.imageUrl, asked.b.imageUrl]);
    sendPage(request, response, {
      title: 'The same article?',
      section: 'shops',
      content: <GroupPage {...{ asked, pairs }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}

/** The proposals as a file: next to the page, as `/links.csv`. */
export function linkFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const asked = await toLinkQuery(desk, readLinkQuery(request.query));
    if (asked === null)
      throw new PageError(400, 'A file is of one shop, or of one article: choose it first.');
    const first = await readPage(desk, { ...asked, limit: CSV_PAGE });
    await sendCsv(response, { name: 'proposed-links', columns: LINK_COLUMNS, first });
  });
  return router;
}

async function readPage(
  desk: Desk,
  query: LinkQuery & { after?: ListedLinkProposal },
): Promise<CsvPage<ListedLinkProposal>> {
  const rows = await listLinkProposals(desk.db, query);
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  return { rows, next: last ? () => readPage(desk, { ...query, after: last }) : null };
}
