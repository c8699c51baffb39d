import type { Request } from 'express';
import type { Viewer } from './viewer';

/** What an action came to, told once on the page that follows it. */
export interface Notice {
  kind: 'done' | 'refused';
  text: string;
}

/** How and when somebody signed in. */
export interface SignIn {
  by: 'local' | 'oidc';
  /** Milliseconds since the epoch. */
  at: number;
  /** When they last asked for something themselves, to the minute. */
  activeAt: number;
  /** Of a person whom the issuer vouches for: who it is there, when it last said so, and when it was last asked. */
  issued?: { subject: string; confirmedAt: number; askedAt: number };
  /** Of a local account: which password it was, so that a new one ends what the old one opened. */
  passwordMark?: string;
}

declare module 'express-session' {
  interface SessionData {
    viewer: Viewer;
    signIn: SignIn;
    notices: Notice[];
  }
}

/** Who is signed in. Throws where nobody is: the pages behind sign-in ask only for somebody. */
export function viewerOf(request: Request): Viewer {
  const { viewer } = request.session;
  if (!viewer) throw new Error('no one is signed in');
  return viewer;
}

/** Tells what an action came to on the next page shown. */
export function tell(request: Request, notice: Notice): void {
  request.session.notices = [...(request.session.notices ?? []), notice];
}

/** What is to be told, once. A part of a page that keeps itself fresh takes nothing: the page that follows does. */
export function takeNotices(request: Request): Notice[] {
  if (isRefresh(request)) return [];
  const notices = request.session.notices ?? [];
  delete request.session.notices;
  return notices;
}

/** Whether a page's script asks, not a person: it changes nothing about the session. */
export function isRefresh(request: Request): boolean {
  return request.get('HX-Request') === 'true' && request.method === 'GET';
}
