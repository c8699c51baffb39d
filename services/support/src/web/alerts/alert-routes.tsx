import {
  alertsStillAtRisk,
  auditTrail,
  countAlerts,
  countNewerAlerts,
  findAlert,
  findCaseOfAlert,
  listAlerts,
  type AlertSummary,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { viewerOf } from '../access/session';
import { saidOfRisks } from '../at-risk/said-of-risks';
import type { Desk } from '../desk';
import { alertName } from '@hub/alerts';
import { Newer, NEWER_COUNTED } from '../layout/newer';
import { PageError } from '../layout/page-error';
import { placeOfNow, readPlace, writePlace, type Place } from '../layout/place';
import { sendPage } from '../layout/send-page';
import { CSV_PAGE, pagesAfter, sendCsv } from '../lists/send-csv';
import { shopNames } from '../lists/shop-names';
import { viewsOfList } from '../views/saved-views';
import { addActRoutes } from './act-routes';
import { addResolveRoutes } from './resolve-routes';
import { AlertCounts } from './alert-counts';
import { ALERT_FILE } from './alert-file';
import { AlertPage } from './alert-page';
import { AlertsPage, type AlertsPageProps } from './alerts-page';
import {
  alertsAddress,
  askedOf,
  readAlertFilter,
  toAlertFilter,
  type AlertListFilter,
} from './read-alert-filter';

const ALERTS = '/alerts';
const PAGE = 50;
const TRAIL = 50;

/** Alerts: the list, the counts, each alert's page, taking and resolving. */
export function alertRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    sendPage(request, response, {
      title: 'Alerts',
      section: 'alerts',
      content: <AlertsPage {...await listOf(desk, request)} />,
    });
  });
  addLiveRoutes(router, desk);
  addActRoutes(router, desk);
  addResolveRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const { id } = request.params;
    const alert = await findAlert(desk.db, id);
    if (!alert) throw new PageError(404, 'There is no such alert (any more).');
    const now = desk.clock.now();
    const risks = await alertsStillAtRisk(desk.db, { ids: [alert.id], now });
    const said = await saidOfRisks(desk, risks);
    const caseId = await findCaseOfAlert(desk.db, alert);
    const trail = await auditTrail(desk.db, { subject: `alert:${alert.id}`, limit: TRAIL });
    sendPage(request, response, {
      title: alertName(alert.kind),
      section: 'alerts',
      content: <AlertPage {...{ alert, said, caseId, trail, now }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}

/** The self-refreshing components beside the list: the counts, and how many are newer. */
function addLiveRoutes(router: Router, desk: Desk): void {
  router.get('/counts', async (request, response) => {
    const filter = readAlertFilter(request.query);
    const counts = await countAlerts(desk.db, await toAlertFilter(desk, filter));
    sendPage(request, response, {
      title: 'How many alerts',
      section: 'alerts',
      content: (
        <>
          <h1>How many alerts</h1>
          <AlertCounts filter={filter} counts={counts} />
        </>
      ),
    });
  });
  router.get('/newer', async (request, response) => {
    const filter = readAlertFilter(request.query);
    const place = readPlace(request.query['top']) ?? placeOfNow(desk.clock.now());
    const count = await countNewerAlerts(desk.db, {
      filter: await toAlertFilter(desk, filter),
      place: { lastAt: place.at, id: place.id },
      limit: NEWER_COUNTED,
    });
    sendPage(request, response, {
      title: 'Newer alerts',
      section: 'alerts',
      content: (
        <>
          <h1>Newer alerts</h1>
          <Newer {...newerOf(filter, place)} count={count} />
        </>
      ),
    });
  });
}

/** The list of alerts as a file: next to the page, as `/alerts.csv`. */
export function alertFile(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const asked = readAlertFilter(request.query);
    const query = { filter: await toAlertFilter(desk, asked), sort: asked.sort, limit: CSV_PAGE };
    const first = await pagesAfter<AlertSummary>((after) => listAlerts(desk.db, { ...query, after }));
    await sendCsv(response, { name: 'alerts', columns: ALERT_FILE, first });
  });
  return router;
}

async function listOf(desk: Desk, request: Request): Promise<AlertsPageProps> {
  const filter = readAlertFilter(request.query);
  const place = readPlace(request.query['after']);
  const after = place ? { lastAt: place.at, id: place.id } : undefined;
  const wanted = await toAlertFilter(desk, filter);
  const viewer = viewerOf(request);
  const [found, counts, shops, views] = await Promise.all([
    listAlerts(desk.db, { filter: wanted, sort: filter.sort, after, limit: PAGE + 1 }),
    countAlerts(desk.db, wanted),
    shopNames(desk.db),
    viewsOfList(desk.db, { page: ALERTS, viewer, asked: askedOf(filter) }),
  ]);
  const alerts = found.slice(0, PAGE);
  const [first, last] = [alerts[0], alerts.at(-1)];
  const now = desk.clock.now();
  const newest = first ? { at: first.lastAt, id: first.id } : placeOfNow(now);
  const hasNewest = after === undefined && filter.sort === undefined;
  return {
    filter,
    counts,
    alerts,
    now,
    newer: hasNewest ? { ...newerOf(filter, newest), count: 0 } : null,
    top: after ? alertsAddress(ALERTS, filter) : null,
    older:
      found.length > PAGE && last
        ? alertsAddress(ALERTS, filter, { after: writePlace({ at: last.lastAt, id: last.id }) })
        : null,
    shops,
    views,
    viewer,
  };
}

function newerOf(filter: AlertListFilter, top: Place): { href: string; list: string } {
  return {
    href: alertsAddress(`${ALERTS}/newer`, filter, { top: writePlace(top) }),
    list: alertsAddress(ALERTS, filter),
  };
}
