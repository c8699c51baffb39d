import { healthRouter, type Component } from '@hub/runtime';
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { commandRoutes } from '../api/command-routes';
import { faultErrorHandler, noSuch } from '../faults/fault-error-handler';
import { asPage } from '../faults/show-fault';
import { accessRoutes } from './access/access-routes';
import type { AccessOptions } from './access/access-settings';
import { proxyTrust } from './access/only-by-https';
import { alertRoutes } from './alerts/alert-routes';
import { countsForNavigation } from './at-risk/count-at-risk';
import { riskRoutes } from './at-risk/risk-routes';
import { articleRoutes } from './articles/article-routes';
import { attentionRoutes } from './attention/attention-routes';
import { caseRoutes } from './cases/case-routes';
import { callRoutes } from './calls/call-routes';
import { deadLetterRoutes } from './dead-letters/dead-letter-routes';
import type { Desk } from './desk';
import { eventRoutes } from './events/event-routes';
import { assets } from './layout/assets';
import { safeHeaders } from './layout/safe-headers';
import { listRoutes } from './lists/list-routes';
import { LISTS } from '@hub/desk/lists';
import { moneyRoutes } from './money/money-routes';
import { orderRoutes } from './orders/order-routes';
import { routingRoutes } from './routing/routing-routes';
import { overviewRoutes } from './overview/overview-routes';
import { runbookRoutes } from './runbooks/runbook-routes';
import { readPausedShops } from './shops/paused-on-page';
import { shopRoutes } from './shops/shop-routes';
import { linkRoutes } from './links/link-routes';
import { tokenRoutes } from './tokens/token-routes';
import { mailRoutes } from './shops/mail-routes';
import { viewRoutes } from './views/view-routes';

/** The sections of the desk, each with its path; all behind sign-in. */
export const PAGES: readonly (readonly [path: string, routes: (desk: Desk) => Router])[] = [
  ['/', attentionRoutes],
  ['/at-risk', riskRoutes],
  ['/cases', caseRoutes],
  ['/overview', overviewRoutes],
  ['/dead-letters', deadLetterRoutes],
  ['/alerts', alertRoutes],
  ['/events', eventRoutes],
  ['/calls', callRoutes],
  ['/orders', orderRoutes],
  ['/shops', shopRoutes],
  ['/articles', articleRoutes],
  ['/links', linkRoutes],
  ['/money', moneyRoutes],
  ['/routing', routingRoutes],
  ['/runbooks', runbookRoutes],
  ['/shop-mails', mailRoutes],
  ['/views', viewRoutes],
];

/** The support desk: health, sign-in, and the pages behind it. */
export function createApp(options: {
  desk: Desk;
  access: AccessOptions;
  components: readonly Component[];
}): Express {
  const { desk, access, components } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', proxyTrust(access.https, access.trustedProxies));
  app.use(compression(), safeHeaders(access));
  app.use(healthRouter(components));
  app.use('/assets', assets());
  app.use('/api/v1', commandRoutes(desk, access));
  app.use(accessRoutes(desk, access));
  app.use(countsForNavigation(desk), readPausedShops(desk));
  app.use(listRoutes(desk, LISTS));
  for (const [path, routes] of PAGES) app.use(path, routes(desk));
  app.use('/tokens', tokenRoutes(desk, access));
  app.use(noSuch('page'), faultErrorHandler(desk.logger, asPage));
  return app;
}
