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
import { Held } from './held';
import { PausedNow } from './paused-now';
import type { Section } from './sections';

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
