import type { HeldCalls, PauseView } from '@hub/desk/door';
import type { Request, Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { stateOf } from '../../web/access/browser-state';
import { maskToken } from '../../web/access/masked-token';
import { takeNotices } from '../../web/access/session';
import { CsrfToken } from '../../web/layout/action-form';
import { findVisit } from '../visit';
import { DoorLayout } from './door-layout';
import type { Section } from './sections';
import { operationName } from '@hub/desk/calls';
import { Time, Zone } from '../../web/layout/time';

export interface DoorPage {
  title: string;
  /** None for sign-in and errors. */
  section?: Section;
  status?: number;
  /** Held calls to the shop's store. */
  held?: readonly HeldCalls[];
  /** Open pauses of the shop's shipping. */
  pauses?: readonly PauseView[];
  content: ComponentChildren;
}

/** Answers with a whole page. The renderer escapes its content. */
export function sendDoorPage(request: Request, response: Response, page: DoorPage): void {
  const { title, section, status = 200, held = [], pauses = [], content } = page;
  const html = renderToString(
    <CsrfToken.Provider value={maskToken(stateOf(request).csrfToken ?? '')}>
      <DoorLayout
        title={title}
        section={section}
        contact={findVisit(request)?.contact ?? null}
        notices={takeNotices(request)}
      >
        <Held held={held} />
        <PausedNow pauses={pauses} />
        {content}
      </DoorLayout>
    </CsrfToken.Provider>,
  );
  response.status(status).type('html').send(`<!doctype html>${html}`);
}

/** The banner on every page while calls to the store are held (D23). */
function Held({ held }: { held: readonly HeldCalls[] }) {
  return (
    <>
      {held.map(({ calls, status, since }) => (
        <p class="notice refused">
          {calls === 'all' ? 'All calls' : `Calls of the kind ${operationName(calls)}`} to your store are
          suspended since <Time at={new Date(since)} />: it answered {status}. One is tried every 5 minutes,
          and all go on once it succeeds. With <a href="/store">a new bearer token</a> they go on at once.
        </p>
      ))}
    </>
  );
}

/** The banner on every page while the shop's shipping is paused (D38). */
function PausedNow({ pauses: [latest] }: { pauses: readonly PauseView[] }) {
  if (!latest) return null;
  return (
    <p class="notice">
      Your shipping is paused until <Time at={new Date(latest.until)} /> <Zone />: you get no new orders, and{' '}
      <a href="/orders">those that you have</a> go on. See <a href="/store#pause">your store</a>.
    </p>
  );
}
