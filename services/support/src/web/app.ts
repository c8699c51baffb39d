import { join } from 'node:path';
import { healthRouter, type Part } from '@hub/runtime';
import express, { type Express } from 'express';
import { accessRoutes, type AccessOptions } from './access/access-routes';
import { alertRoutes } from './alerts/alert-routes';
import { attentionRoutes } from './attention/attention-routes';
import { auditRoutes } from './audit/audit-routes';
import { deadLetterRoutes } from './dead-letters/dead-letter-routes';
import type { Desk } from './desk';
import { handlePageError, noSuchPage } from './layout/errors';
import { safeHeaders } from './layout/safe-headers';
import { orderRoutes } from './orders/order-routes';
import { shopRoutes } from './shops/shop-routes';

const ASSETS = join(__dirname, '..', '..', 'assets');
const SCRIPTS = {
  '/assets/htmx.js': require.resolve('htmx.org/dist/htmx.min.js'),
  '/assets/idiomorph.js': require.resolve('idiomorph/dist/idiomorph-ext.min.js'),
};

/** The support desk: health, sign-in, and behind it the pages. */
export function createApp(options: { desk: Desk; access: AccessOptions; parts: readonly Part[] }): Express {
  const { desk, access, parts } = options;
  const app = express();
  app.disable('x-powered-by');
  // One proxy in front, at the most: its word on https and on the client's address is taken where it is configured.
  app.set('trust proxy', access.https ? 1 : false);
  app.use(safeHeaders(access));
  app.use(healthRouter(parts));
  for (const [path, file] of Object.entries(SCRIPTS))
    app.get(path, (_request, response) => response.sendFile(file));
  app.use('/assets', express.static(ASSETS, { index: false, maxAge: '1h' }));
  app.use(accessRoutes(desk, access));
  app.use(attentionRoutes(desk));
  app.use('/dead-letters', deadLetterRoutes(desk));
  app.use('/alerts', alertRoutes(desk));
  app.use('/orders', orderRoutes(desk));
  app.use('/shops', shopRoutes(desk));
  app.use('/audit', auditRoutes(desk));
  app.use(noSuchPage);
  app.use(handlePageError(desk.logger));
  return app;
}
