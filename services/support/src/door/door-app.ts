import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Pool } from 'pg';
import { onlyOwnForms } from '../web/access/csrf';
import { sessions, storeBeforeRedirect } from '../web/access/sessions';
import { assets } from '../web/layout/assets';
import { PageError } from '../web/layout/page-error';
import { noSuchPage } from '../web/layout/page-error-handler';
import { safeHeaders } from '../web/layout/safe-headers';
import { doorLimits, USUAL_LIMITS, type DoorLimits } from './access/door-limits';
import { keepVisit, requireVisit } from './access/keep-visit';
import { signInRoutes, signOut } from './access/sign-in-routes';
import { apiRoutes, LARGEST_FILE } from './api-routes';
import type { Door } from './door';
import { handleDoorError } from './door-error-handler';
import { pageRoutes } from './page-routes';

export interface DoorOptions {
  door: Door;
  /** Where sessions are stored. */
  pool: Pool;
  encryptionKeys: readonly string[];
  limits?: DoorLimits;
}

/** The shops' own door (D35): sign-in, the pages behind it, and the same as JSON with a token. */
export function createDoorApp({ door, pool, encryptionKeys, limits = USUAL_LIMITS }: DoorOptions): Express {
  const https = door.url.startsWith('https:');
  const limited = doorLimits(limits);
  const app = express();
  app.disable('x-powered-by');
  // At most one proxy in front: its word on https and on the client's address counts if configured.
  app.set('trust proxy', https ? 1 : false);
  app.use(compression(), safeHeaders({ https }));
  app.use('/assets', assets());
  app.use(onlyByHttps(https));
  app.use('/api', apiRoutes(door, limited));
  app.use(sessions({ pool, encryptionKeys, https, of: 'door' }, door.logger), storeBeforeRedirect);
  app.use(keepVisit(door));
  app.use(signInRoutes(door, limited));
  app.use(requireVisit, limited.looks);
  app.use('/links/import', express.urlencoded({ extended: false, limit: LARGEST_FILE }));
  app.use(express.urlencoded({ extended: false, limit: '64kb' }), onlyOwnForms(door.url));
  app.post('/sign-out', signOut(door));
  app.use(limited.acts, pageRoutes(door));
  app.use(noSuchPage);
  app.use(handleDoorError(door.logger));
  return app;
}

/** Browsers would not receive the cookie otherwise, and tokens must not travel unencrypted. */
function onlyByHttps(https: boolean): RequestHandler {
  return (request, _response, next) => {
    if (!https || request.secure) return next();
    next(
      new PageError(
        403,
        'This address is reached by https alone: a proxy before it says so by X-Forwarded-Proto.',
      ),
    );
  };
}
