import { hkdfSync } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';

/** A working day: then somebody signs in anew. */
const LASTS_MS = 12 * 3_600_000;

export interface SessionOptions {
  /** Of the desk's database, so that a session holds at every copy of the service, and ends at all of them. */
  pool: Pool;
  /** HUB_ENCRYPTION_KEY: the key that signs the cookie is derived from it. */
  encryptionKey: string;
  /** Whether browsers reach the desk by https: then the cookie never goes over anything else. */
  https: boolean;
}

/** Sessions kept in the database; the browser holds a signed, unguessable name of one. */
export function sessions({ pool, encryptionKey, https }: SessionOptions): RequestHandler {
  const Store = connectPgSimple(session);
  const secret = Buffer.from(hkdfSync('sha256', Buffer.from(encryptionKey, 'hex'), '', 'hub support session', 32));
  return session({
    store: new Store({ pool, tableName: 'support_session', pruneSessionInterval: 15 * 60 }),
    name: https ? '__Host-hub-desk' : 'hub-desk',
    secret: secret.toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: https, maxAge: LASTS_MS, path: '/' },
  });
}
