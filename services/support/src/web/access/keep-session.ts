import type { Clock } from '@hub/runtime';
import type { Request, RequestHandler } from 'express';
import type { LocalAccount } from '../../accounts';
import { protectForms } from './csrf';
import { decideSession, IDLE_MS } from './decide-session';
import { isRefresh, addNotice, type SignIn } from './session';
import type { Viewer } from './viewer';

export interface KeepSessionOptions {
  clock: Clock;
  accounts: readonly LocalAccount[];
  /** The address of the OpenID issuer, if one is configured. */
  issuer: string | undefined;
}

/** At every request, ends sessions that have expired or lost their account, and takes roles from the configuration. */
export function keepSession({ clock, accounts, issuer }: KeepSessionOptions): RequestHandler {
  return async (request, _response, next) => {
    const { viewer, signIn } = request.session;
    if (!viewer || !signIn) return next();
    const decision = decideSession({ signIn, viewer, accounts, issuer }, clock.now());
    if (decision.kind === 'ends') {
      await newSession(request);
      addNotice(request, { kind: 'refused', text: decision.words });
    } else {
      request.session.viewer = decision.viewer;
      // An open page refreshes itself all the time: that is not activity.
      if (!isRefresh(request)) request.session.signIn = { ...signIn, activeAt: decision.activeAt };
    }
    next();
  };
}

/** Signs a person in under a new session, so that a session id known before is worthless. */
export async function beginSession(request: Request, who: { viewer: Viewer; signIn: SignIn }): Promise<void> {
  await newSession(request);
  request.session.cookie.maxAge = IDLE_MS;
  Object.assign(request.session, who);
  protectForms(request);
}

/** Replaces the session by an empty one; the old one is deleted from the database. */
export function newSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error?: Error | null) => (error ? reject(error) : resolve()));
  });
}
