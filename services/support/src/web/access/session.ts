import type { Request } from 'express';
import type {} from 'express-session';
import type { Viewer } from './viewer';

/** What an action came to, told once on the page that follows it. */
export interface Notice {
  kind: 'done' | 'refused';
  text: string;
}

declare module 'express-session' {
  interface SessionData {
    viewer: Viewer;
    csrfToken: string;
    notices: Notice[];
  }
}

/** Who is signed in. Throws where nobody is: the pages behind sign-in ask only for somebody. */
export function viewerOf(request: Request): Viewer {
  const { viewer } = request.session;
  if (!viewer) throw new Error('nobody is signed in');
  return viewer;
}

/** Tells what an action came to on the next page shown. */
export function tell(request: Request, notice: Notice): void {
  request.session.notices = [...(request.session.notices ?? []), notice];
}

/** What is to be told, once. */
export function takeNotices(request: Request): Notice[] {
  const notices = request.session.notices ?? [];
  delete request.session.notices;
  return notices;
}
