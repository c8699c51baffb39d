import { listOrders, type ListedOrder, type OrderListQuery } from '@hub/support-desk';
import type { Router } from 'express';
import { viewerOf } from '../../access/session';
import type { Desk } from '../../desk';
import { readPlace, writePlace } from '../../layout/place';
import { sendPage } from '../../layout/send-page';
import { listAddress } from '../../layout/list-address';
import { sendCsv, type CsvPage } from '../../lists/send-csv';
import { shopNames } from '../../lists/shop-names';
import { findViews } from '../../views/saved-views';
import { ORDER_COLUMNS } from './order-columns';
import { ORDER_LIST, OrderList } from './order-list-page';
import { readOrderQuery, toOrderFilter } from './read-order-filter';

const PAGE = 50;
const CSV_PAGE = 500;

/** The list of all orders, on a page and as a file. */
export function addOrderListRoutes(router: Router, desk: Desk): void {
  router.get('/list', async (request, response) => {
    const query = readOrderQuery(request.query);
    const after = readPlace(request.query['after']) ?? undefined;
    const filter = await toOrderFilter(desk, query);
    const viewer = viewerOf(request);
    const [page, shops, views] = await Promise.all([
      listOrders(desk.db, { filter, after, ascending: query.sort === 'oldest', limit: PAGE }),
      shopNames(desk.db),
      findViews(desk.db, { page: ORDER_LIST, viewer }),
    ]);
    const next = page.next && listAddress(ORDER_LIST, { ...query, after: writePlace(page.next) });
    const asked = listAddress('', query).slice(1);
    sendPage(request, response, {
      title: 'All orders',
      section: 'orders',
      content: (
        <OrderList
          {...{ query, page, shops, next }}
          paged={after !== undefined}
          views={{ page: ORDER_LIST, views, viewer, query: asked }}
        />
      ),
    });
  });
  router.get('/list.csv', async (request, response) => {
    const query = readOrderQuery(request.query);
    const filter = await toOrderFilter(desk, query);
    const first = await readPage(desk, { filter, ascending: query.sort === 'oldest', limit: CSV_PAGE });
    await sendCsv(response, { name: 'orders', columns: ORDER_COLUMNS, first });
  });
}

async function readPage(desk: Desk, query: OrderListQuery): Promise<CsvPage<ListedOrder>> {
  const { orders, next } = await listOrders(desk.db, query);
  return { rows: orders, next: next && (() => readPage(desk, { ...query, after: next })) };
}
