import type { IssuedIdentity } from '@hub/desk/tokens';
import type { Request } from 'express';
import { stateOf, type BrowserState, type Notice } from './browser-state';
import type { Viewer } from './viewer';

/** How and when a person signed in. */
export interface SignIn {
  by: 'local' | 'oidc';
  /** Milliseconds since the epoch. */
  at: number;
  /** When they last made a request themselves, to the minute. */
  activeAt: number;
  /** For a person whom the issuer vouches for: the issuer and their id there, when it last confirmed, and when it was last asked. */
  issued?: IssuedIdentity & { confirmedAt: number; askedAt: number };
  /** For a local account: identifies its password, so that a new one ends sessions of the old one. */
  passwordMark?: string;
}

declare module 'express-session' {
  interface SessionData {
    notices: NonNullable<BrowserState['notices']>;
    oidc: NonNullable<BrowserState['oidc']>;
    viewer: Viewer;
    signIn: SignIn;
  }
}

/** The signed-in person. Throws if there is none: only pages behind sign-in may call it. */
export function viewerOf(request: Request): Viewer {
  const { viewer } = request.session;
  if (!viewer) throw new Error('no one is signed in');
  return viewer;
}

/** Shows the result of an action on the next page. */
export function addNotice(request: Request, notice: Notice): void {
  const state = stateOf(request);
  state.notices = [...(state.notices ?? []), notice];
}

/** The notices to show, once. A self-refreshing component takes none: the next page does. */
export function takeNotices(request: Request): Notice[] {
  if (isRefresh(request)) return [];
  const state = stateOf(request);
  const notices = state.notices ?? [];
  delete state.notices;
  return notices;
}

/** Whether a page's script makes the request, not a person: it changes nothing about the session. */
export function isRefresh(request: Request): boolean {
  return request.get('HX-Request') === 'true' && request.method === 'GET';
}
