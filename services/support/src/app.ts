import { healthRouter, type Component } from '@hub/runtime';
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { commandRoutes } from './api/command-routes';
import { faultErrorHandler, noSuch } from './faults/fault-error-handler';
import { asPage } from './faults/show-fault';
import { accessRoutes } from './web/access/access-routes';
import type { AccessOptions } from './web/access/access-settings';
import { proxyTrust } from './web/access/only-by-https';
import { alertRoutes } from './web/alerts/alert-routes';
import { countsForNavigation } from './web/at-risk/count-at-risk';
import { riskRoutes } from './web/at-risk/risk-routes';
import { articleRoutes } from './web/articles/article-routes';
import { attentionRoutes } from './web/attention/attention-routes';
import { caseRoutes } from './web/cases/case-routes';
import { callRoutes } from './web/calls/call-routes';
import { deadLetterRoutes } from './web/dead-letters/dead-letter-routes';
import type { Desk } from './web/desk';
import { eventRoutes } from './web/events/event-routes';
import { assets } from './web/layout/assets';
import { safeHeaders } from './web/layout/safe-headers';
import { listRoutes } from './web/lists/list-routes';
import { LISTS } from '@hub/desk/lists';
import { moneyRoutes } from './web/money/money-routes';
import { orderRoutes } from './web/orders/order-routes';
import { routingRoutes } from './web/routing/routing-routes';
import { overviewRoutes } from './web/overview/overview-routes';
import { runbookRoutes } from './web/runbooks/runbook-routes';
import { offerDocs } from './web/layout/docs-link';
import { readPausedShops } from './web/shops/paused-on-page';
import { shopRoutes } from './web/shops/shop-routes';
import { linkRoutes } from './web/links/link-routes';
import { tokenRoutes } from './web/tokens/token-routes';
import { mailRoutes } from './web/shops/mail-routes';
import { viewRoutes } from './web/views/view-routes';

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
  offerDocs(app, desk.docsUrl);
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
