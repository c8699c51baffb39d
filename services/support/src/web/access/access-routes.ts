import { Router, urlencoded } from 'express';
import type { Pool } from 'pg';
import type { Desk } from '../desk';
import { sessions } from './sessions';
import type { Viewer } from './viewer';

export interface AccessOptions {
  pool: Pool;
  encryptionKey: string;
  https: boolean;
}

/** Sign-in; nothing behind it is reached without. */
export function accessRoutes(_desk: Desk, options: AccessOptions): Router {
  const router = Router();
  router.use(sessions(options));
  router.use(urlencoded({ extended: false, limit: '256kb', parameterLimit: 5_000 }));
  return router;
}
