import { StorableText } from '@hub/contract';
import {
  countUnlinked,
  listUnlinked,
  type UnlinkedPlace,
  type UnlinkedQuery,
  type UnlinkedVariant,
} from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { sendPage } from '../layout/send-page';
import { shopOfFilter } from '../layout/shop-of-filter';
import { sendCsv, type CsvPage } from '../lists/send-csv';
import { UNLINKED, UNLINKED_COLUMNS, UnlinkedPage } from './unlinked-page';
import { readListFilter } from '../lists/read-filter';

const PAGE = 50;
const CSV_PAGE = 1_000;
/** The shop and the id of its variant, which may be any text. */
const After = z
  .string()
  .regex(/^\d{1,9} .+$/s)
  .pipe(StorableText)
  .transform((text): UnlinkedPlace => {
    const [shopId = ''] = text.split(' ', 1);
    return { shopId: Number(shopId), variantId: text.slice(shopId.length + 1) };
  });
const Query = z.object({ shop: FilterText, after: After.optional() });

/** Variants that are linked to no article. */
export function unlinkedRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const { shop, after } = readQuery(request.query);
    const query = { shopId: await shopOfFilter(desk, shop), after, limit: PAGE };
    const [shops, variants] = await Promise.all([countUnlinked(desk.db), listUnlinked(desk.db, query)]);
    const last = variants.at(-1);
    const next =
      last && variants.length === PAGE
        ? listAddress(UNLINKED, { shop, after: `${last.shopId} ${last.variantId}` })
        : null;
    sendPage(request, response, {
      title: 'Unlinked variants',
      section: 'shops',
      content: <UnlinkedPage {...{ shop, shops, variants, next }} paged={after !== undefined} />,
    });
  });
  return router;
}

/** The list of unlinked variants as a file: next to the page. */
export function unlinkedFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const { shop } = readQuery(request.query);
    const first = await readPage(desk, { shopId: await shopOfFilter(desk, shop), limit: CSV_PAGE });
    await sendCsv(response, { name: 'unlinked-variants', columns: UNLINKED_COLUMNS, first });
  });
  return router;
}

async function readPage(desk: Desk, query: UnlinkedQuery): Promise<CsvPage<UnlinkedVariant>> {
  const rows = await listUnlinked(desk.db, query);
  const last = rows.at(-1);
  const full = last && rows.length === query.limit;
  return { rows, next: full ? () => readPage(desk, { ...query, after: last }) : null };
}

function readQuery(input: unknown): z.output<typeof Query> {
  return readListFilter(Query, input, 'variant');
}
