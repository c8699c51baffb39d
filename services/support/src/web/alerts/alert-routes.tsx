import { alertName } from '@hub/alerts';
import { alertsStillAtRisk } from '@hub/desk/problems';
import { auditTrail } from '@hub/desk/audit';
import { findAlert } from '@hub/desk/alerts';
import { findCaseOfAlert } from '@hub/desk/cases';
import { Router } from 'express';
import { viewerOf } from '../access/session';
import { saidOfRisks } from '../at-risk/said-of-risks';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { addActRoutes } from './act-routes';
import { AlertPage } from './alert-page';
import { addResolveRoutes } from './resolve-routes';

const TRAIL = 50;

/** Each alert's page, taking and resolving. */
export function alertRoutes(desk: Desk): Router {
  const router = Router();
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
