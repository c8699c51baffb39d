import { countedUntil, liveFigures } from '@hub/desk/figures';
import { keptForAMinute } from '@hub/desk/engine';
import { Router } from 'express';
import { readRange } from '../charts/range-tabs';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import type { Column } from '../lists/column';
import { sendCsv } from '../lists/send-csv';
import { flowRows, stepRows, storeRows } from './over-time';
import { OverviewPage } from './overview-page';
import {
  EVENTS,
  FAILURES,
  FLOW_COLUMNS,
  LATENCY,
  ORDERS,
  STORES,
  TABLES,
  type TableName,
} from './overview-tables';
import { readOverview, type Overview } from './read-overview';

/** What happened in the network, as charts, tables and files. */
export function overviewRoutes(desk: Desk): Router {
  const router = Router();
  // Hours counted meanwhile must not be read live as well: the cache key is how far the count has come.
  const liveOf = keptForAMinute((until, now) => liveFigures(desk.db, { now, countedUntil: Number(until) }));
  const read = async (query: unknown): Promise<Overview> => {
    const range = readRange(query);
    const now = desk.clock.now();
    const live = await liveOf(String(await countedUntil(desk.db)), now);
    return readOverview(desk, range, { now, live });
  };
  router.get('/', async (request, response) => {
    const overview = await read(request.query);
    sendPage(request, response, {
      title: 'Overview',
      section: 'overview',
      content: <OverviewPage overview={overview} />,
    });
  });
  router.get('/:table.csv', async (request, response) => {
    const table = TABLES.find((name) => name === request.params.table);
    if (!table) throw new PageError(404, 'There is no such file.');
    const overview = await read(request.query);
    const send = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
      sendCsv(response, { name: `${table}-${overview.range.range}`, columns, first: { rows, next: null } });
    await sendTable(table, overview, send);
  });
  return router;
}

type Send = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => Promise<void>;

function sendTable(table: TableName, overview: Overview, send: Send): Promise<void> {
  switch (table) {
    case 'orders':
      return send(ORDERS, stepRows(overview));
    case 'events':
      return send(EVENTS, stepRows(overview));
    case 'latency':
      return send(LATENCY, stepRows(overview));
    case 'failures':
      return send(FAILURES, overview.failures);
    case 'stores':
      return send(STORES, storeRows(overview));
    case 'flow':
      return send(FLOW_COLUMNS, flowRows(overview));
  }
}
