import compression from 'compression';
import express, { type Express } from 'express';
import type { BlockList } from 'node:net';
import type { Pool } from 'pg';
import { faultErrorHandler, noSuch } from '../faults/fault-error-handler';
import { onlyOwnForms } from '../web/access/csrf';
import { onlyByHttps, proxyTrust } from '../web/access/only-by-https';
import { sessions } from '../web/access/sessions';
import { assets } from '../web/layout/assets';
import { safeHeaders } from '../web/layout/safe-headers';
import { doorLimits, USUAL_LIMITS, type DoorLimits } from './access/door-limits';
import { keepVisit, requireVisit } from './access/keep-visit';
import { signInRoutes, signOut } from './access/sign-in-routes';
import { apiRoutes, LARGEST_FILE } from './api-routes';
import { asDoorAnswer } from './as-door-answer';
import type { Door } from './door';
import { pageRoutes } from './page-routes';

export interface DoorOptions {
  door: Door;
  /** Where sessions are stored. */
  pool: Pool;
  encryptionKeys: readonly string[];
  trustedProxies: BlockList;
  limits?: DoorLimits;
}

/** The shops' own door (D35): sign-in, the pages behind it, and the same as JSON with a token. */
export function createDoorApp({ limits = USUAL_LIMITS, ...options }: DoorOptions): Express {
  const { door, pool, encryptionKeys, trustedProxies } = options;
  const https = door.url.startsWith('https:');
  const limited = doorLimits(limits);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', proxyTrust(https, trustedProxies));
  app.use(compression(), safeHeaders({ https }));
  app.use('/assets', assets());
  app.use(onlyByHttps({ https, url: door.url }));
  app.use('/api', apiRoutes(door, limited));
  app.use(sessions({ pool, encryptionKeys, https, of: 'door' }, door.logger));
  app.use(keepVisit(door));
  app.use(signInRoutes(door, limited));
  app.use(requireVisit, limited.looks);
  app.use('/links/import', express.urlencoded({ extended: false, limit: LARGEST_FILE }));
  app.use(express.urlencoded({ extended: false, limit: '64kb' }), onlyOwnForms(door.url));
  app.post('/sign-out', signOut(door));
  app.use(limited.acts, pageRoutes(door));
  app.use(noSuch('page'), faultErrorHandler(door.logger, asDoorAnswer));
  return app;
}
