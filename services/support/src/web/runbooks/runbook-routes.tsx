import { Router, type Request, type Response } from 'express';
import type { Desk } from '../desk';
import { DocsLink, docsUrlOf } from '../layout/docs-link';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { readRunbook } from './read-runbook';
import { RunbookText } from './runbook-text';

/** The runbooks, as the repository has them. */
export function runbookRoutes(_desk: Desk): Router {
  const router = Router();
  router.get('/', (request, response) => sendRunbook(request, response, 'README'));
  router.get('/:name', (request, response) => sendRunbook(request, response, request.params.name));
  return router;
}

async function sendRunbook(request: Request, response: Response, name: string): Promise<void> {
  const runbook = await readRunbook(name);
  if (!runbook) throw new PageError(404, 'There is no such runbook.');
  const docs = docsUrlOf(request);
  sendPage(request, response, {
    title: runbook.title,
    content: (
      <>
        {(name !== 'README' || docs !== undefined) && (
          <p class="actions">
            {name !== 'README' && <a href="/runbooks">Runbooks</a>}
            {docs !== undefined && <DocsLink url={docs} />}
          </p>
        )}
        <h1>{runbook.title}</h1>
        <RunbookText runbook={runbook} />
      </>
    ),
  });
}
