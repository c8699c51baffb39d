import {
  alertsStillAtRisk,
  auditTrail,
  countAlerts,
  countNewerAlerts,
  findAlert,
  findCaseOfAlert,
  listAlerts,
} from '@hub/support-desk';
import { Router, type Request } from 'express';
import { viewerOf } from '../access/session';
import { saidOfRisks } from '../at-risk/said-of-risks';
import type { Desk } from '../desk';
import { alertName } from './alert-guide';
import { Newer, NEWER_COUNTED } from '../layout/newer';
import { PageError } from '../layout/page-error';
import { placeOfNow, readPlace, writePlace, type Place } from '../layout/place';
import { sendPage } from '../layout/send-page';
import { addActRoutes } from './act-routes';
import { addResolveRoutes } from './resolve-routes';
import { AlertCounts } from './alert-counts';
import { AlertPage } from './alert-page';
import { AlertsPage, type AlertsPageProps } from './alerts-page';
import { alertsAddress, readAlertFilter, toAlertFilter, type AlertListFilter } from './read-alert-filter';

const PAGE = 50;
const TRAIL = 50;

/** Alerts: listed, counted, each by itself, taken and resolved. */
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

/** What keeps itself fresh beside the list: how many there are, and how many came since. */
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
    const place = readPlace(request.query['since']) ?? placeOfNow(desk.clock.now());
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

async function listOf(desk: Desk, request: Request): Promise<AlertsPageProps> {
  const filter = readAlertFilter(request.query);
  const after = readPlace(request.query['after']);
  const wanted = await toAlertFilter(desk, filter);
  const [found, counts, shops] = await Promise.all([
    listAlerts(desk.db, {
      filter: wanted,
      limit: PAGE + 1,
      ...(after && { after: { lastAt: after.at, id: after.id } }),
    }),
    countAlerts(desk.db, wanted),
    desk.db.shop.findMany({ select: { slug: true }, orderBy: { slug: 'asc' } }),
  ]);
  const alerts = found.slice(0, PAGE);
  const [first, last] = [alerts[0], alerts.at(-1)];
  const now = desk.clock.now();
  const top = first ? { at: first.lastAt, id: first.id } : placeOfNow(now);
  return {
    filter,
    counts,
    alerts,
    now,
    newer: after ? null : { ...newerOf(filter, top), count: 0 },
    older:
      found.length > PAGE && last
        ? alertsAddress('/alerts', filter, { after: writePlace({ at: last.lastAt, id: last.id }) })
        : null,
    shops: shops.map(({ slug }) => slug),
    viewer: viewerOf(request),
  };
}

function newerOf(filter: AlertListFilter, top: Place): { href: string; list: string } {
  return {
    href: alertsAddress('/alerts/newer', filter, { since: writePlace(top) }),
    list: alertsAddress('/alerts', filter),
  };
}
