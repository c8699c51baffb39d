import { hkdfSync } from 'node:crypto';
import { openBytes, sealBytes, type Lock } from '@hub/installation';
import type { CsrfSyncedToken } from 'csrf-sync';
import type { Request, RequestHandler } from 'express';
import onHeaders from 'on-headers';
import type { Undo } from '@hub/desk/engine';
import type { PendingSignIn } from './oidc/issuer';

/** The result of an action, shown once on the next page. `begun`: until the page shows how it goes on (assets/desk.js). */
export interface Notice {
  kind: 'done' | 'begun' | 'refused';
  text: string;
  /** What takes it back. */
  undo?: Undo;
}

/** What pages remember of a browser from one request to the next. */
export interface BrowserState {
  csrfToken?: CsrfSyncedToken;
  notices?: Notice[];
  /** `silently`: for a signed-in person whom the issuer is asked about again. */
  oidc?: PendingSignIn & { next: string; silently?: boolean };
}

const VISITORS = new WeakMap<Request, BrowserState>();
/** Browsers take cookies of 4 096 bytes. */
const MAX_NOTICES = 3;
const KEPT_MS = 30 * 60_000;

/** The state of the request's browser: of its session, or, before a sign-in, what the browser itself brought. */
export function stateOf(request: Request): BrowserState {
  return isSignedIn(request) ? request.session : (VISITORS.get(request) ?? {});
}

/** Whether a person of the desk or a contact at the door is signed in. */
export function isSignedIn(request: Request): boolean {
  if (!('session' in request)) return false;
  const { viewer, contact } = request.session;
  return viewer !== undefined || contact !== undefined;
}

/**
 * Until a person signs in the browser keeps its state itself, sealed in a cookie. A visitor who does not sign
 * in makes nothing be stored here (D36).
 * @param cookie its name, which is sealed in as well
 * @param encryptionKeys the first seals, all open (D34)
 */
export function keepBeforeSignIn(
  cookie: string,
  { encryptionKeys, https }: { encryptionKeys: readonly string[]; https: boolean },
): RequestHandler {
  const locks = encryptionKeys.map((key) => lockOf(key, cookie));
  return (request, response, next) => {
    const brought = broughtCookie(request, cookie);
    const visitor = brought === undefined ? {} : openState(locks, brought);
    const before = JSON.stringify(visitor);
    VISITORS.set(request, visitor);
    const options = { httpOnly: true, sameSite: 'lax', secure: https, path: '/' } as const;
    onHeaders(response, () => {
      if (isSignedIn(request) && brought !== undefined) response.clearCookie(cookie, options);
      if (isSignedIn(request) || JSON.stringify(visitor) === before) return;
      response.cookie(cookie, sealState(locks, visitor), { ...options, maxAge: KEPT_MS });
    });
    next();
  };
}

function lockOf(encryptionKey: string, cookie: string): Lock {
  const key = hkdfSync('sha256', Buffer.from(encryptionKey, 'hex'), '', cookie, 32);
  return { keyHex: Buffer.from(key).toString('hex'), associated: Buffer.from(cookie) };
}

function broughtCookie(request: Request, cookie: string): string | undefined {
  const pairs = (request.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookie}=`))?.slice(cookie.length + 1);
}

function sealState([lock]: readonly Lock[], state: BrowserState): string {
  if (lock === undefined) throw new Error('there is no key to seal a cookie with');
  const kept = { ...state, notices: state.notices?.slice(-MAX_NOTICES) };
  return Buffer.from(sealBytes(lock, Buffer.from(JSON.stringify(kept)))).toString('base64url');
}

/** Of a cookie that is not ours, or no longer: nothing. */
function openState(locks: readonly Lock[], sealed: string): BrowserState {
  for (const lock of locks) {
    try {
      return JSON.parse(openBytes(lock, Buffer.from(sealed, 'base64url')).toString('utf8'));
    } catch {
      // Sealed with another key, or forged.
    }
  }
  return {};
}
