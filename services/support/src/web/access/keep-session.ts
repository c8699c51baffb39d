import type { Clock } from '@hub/runtime';
import type { Request, RequestHandler } from 'express';
import type { LocalAccount } from './accounts';
import { protectForms } from './csrf';
import { decideSession, IDLE_MS } from './decide-session';
import { isRefresh, tell, type SignIn } from './session';
import type { Viewer } from './viewer';

export interface KeepSessionOptions {
  clock: Clock;
  accounts: readonly LocalAccount[];
  /** Whether sign-in by OpenID Connect is configured. */
  oidc: boolean;
}

/** Ends sessions that have had their time or their account, and takes roles from the configuration, at every request. */
export function keepSession({ clock, accounts, oidc }: KeepSessionOptions): RequestHandler {
  return async (request, _response, next) => {
    const { viewer, signIn } = request.session;
    if (!viewer || !signIn) return next();
    const decision = decideSession({ signIn, viewer, accounts, oidc }, clock.now());
    if (decision.kind === 'ends') {
      await newSession(request);
      tell(request, { kind: 'refused', text: decision.words });
    } else {
      request.session.viewer = decision.viewer;
      // A page left open asks for itself all the time: that is nobody at work.
      if (!isRefresh(request)) request.session.signIn = { ...signIn, activeAt: decision.activeAt };
    }
    next();
  };
}

/** Somebody is signed in from here on: under a new session, so that one known before is worth nothing. */
export async function beginSession(request: Request, who: { viewer: Viewer; signIn: SignIn }): Promise<void> {
  await newSession(request);
  request.session.cookie.maxAge = IDLE_MS;
  Object.assign(request.session, who);
  protectForms(request);
}

/** Leaves the session for an empty one; what the old one held is gone from the database. */
export function newSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error?: Error | null) => (error ? reject(error) : resolve()));
  });
}
