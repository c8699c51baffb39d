import type { Request, Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { stateOf } from '../access/browser-state';
import { maskToken } from '../access/masked-token';
import { takeNotices } from '../access/session';
import { countsOf } from '../at-risk/count-at-risk';
import { pausedOf } from '../shops/paused-on-page';
import { CsrfToken } from './action-form';
import { docsUrlOf } from './docs-link';
import { Layout } from './layout';
import { PausedShops } from './shop-link';
import type { Section } from '@hub/desk/engine';

export interface Page {
  title: string;
  /** The section that it belongs to; none for sign-in and errors. */
  section?: Section | undefined;
  status?: number;
  content: ComponentChildren;
}

/** Answers with a whole page. The renderer escapes its content. */
export function sendPage(request: Request, response: Response, page: Page): void {
  const { title, section, status = 200, content } = page;
  const { csrfToken } = stateOf(request);
  const html = renderToString(
    <CsrfToken.Provider value={maskToken(csrfToken ?? '')}>
      <Layout
        title={title}
        section={section}
        viewer={'session' in request ? request.session.viewer : undefined}
        counts={countsOf(request)}
        docsUrl={docsUrlOf(request)}
        notices={takeNotices(request)}
        search={typeof request.query['q'] === 'string' ? request.query['q'] : ''}
      >
        <PausedShops.Provider value={pausedOf(request)}>{content}</PausedShops.Provider>
      </Layout>
    </CsrfToken.Provider>,
  );
  response.status(status).type('html').send(`<!doctype html>${html}`);
}
