import { hkdfSync } from 'node:crypto';
import type { Logger } from '@hub/runtime';
import connectPgSimple from 'connect-pg-simple';
import { Router, type Request, type RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import { isSignedIn, keepBeforeSignIn } from './browser-state';

export interface SessionOptions {
  /** Of the desk's database, so that a session holds at every copy of the service, and ends at all of them. */
  pool: Pool;
  /** The keys that sign the cookie are derived from them: the first signs, all verify (D34). */
  encryptionKeys: readonly string[];
  /** Whether browsers reach the desk over https: then the cookie is never sent over anything else. */
  https: boolean;
  /** Desk or door: each has a table, a cookie and a signing key of its own. */
  of?: 'desk' | 'door';
}

const KEPT = {
  desk: { tableName: 'support_session', cookie: 'hub-desk', info: 'hub support session' },
  door: { tableName: 'door_session', cookie: 'hub-door', info: 'hub door session' },
} as const;

/** Sessions of signed-in people, stored in the database: the browser holds the signed, unguessable name of one. */
export function sessions(options: SessionOptions, logger: Logger): RequestHandler {
  const cookie = cookieName(`${KEPT[options.of ?? 'desk'].cookie}-visitor`, options.https);
  return Router().use(
    storedSessions(options, logger),
    keepBeforeSignIn(cookie, options),
    storeBeforeRedirect,
  );
}

function storedSessions(options: SessionOptions, logger: Logger): RequestHandler {
  const { pool, encryptionKeys, https, of = 'desk' } = options;
  const { tableName, cookie, info } = KEPT[of];
  const Store = connectPgSimple(session);
  return session({
    store: new Store({
      pool,
      tableName,
      pruneSessionInterval: 15 * 60,
      // Activity extends it (keep-session.ts), not every image loaded.
      disableTouch: true,
      errorLog: (...words: unknown[]) => logger.warn('sessions', { words }),
    }),
    name: cookieName(cookie, https),
    secret: encryptionKeys.map((key) => signingKey(key, info)),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
  });
}

function signingKey(encryptionKey: string, info: string): string {
  const key = hkdfSync('sha256', Buffer.from(encryptionKey, 'hex'), '', info, 32);
  return Buffer.from(key).toString('hex');
}

/** Over https a name that browsers accept only from this host itself, over https, for all paths. */
const cookieName = (name: string, https: boolean): string => (https ? `__Host-${name}` : name);

/**
 * Stores the session before a redirect goes out: express-session lets the headers go first, and a browser
 * that follows them at once would be served from the old session.
 */
const storeBeforeRedirect: RequestHandler = (request, response, next) => {
  const redirect = response.redirect.bind(response);
  response.redirect = (first: number | string, second?: number | string) => {
    const go = () => (typeof first === 'number' ? redirect(first, String(second)) : redirect(first));
    if (!isSignedIn(request)) go();
    else storeSession(request).then(go, next);
  };
  next();
};

/** Writes the session to the database. Rejects if that fails. */
function storeSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.save((error?: Error | null) => (error ? reject(error) : resolve()));
  });
}
