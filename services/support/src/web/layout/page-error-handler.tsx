import { randomUUID } from 'node:crypto';
import { isDatabaseAway } from '@hub/database';
import type { Logger } from '@hub/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isHttpError } from 'http-errors';
import { Away, AWAY_RETRY_SECONDS, AWAY_TITLE, leaveSession } from './away';
import { PageError } from './page-error';
import { sendPage } from './send-page';

export const noSuchPage: RequestHandler = (_request, _response, next) => {
  next(new PageError(404, 'There is no such page.'));
};

/** Every fault as a page: the visitor's with its message, ours with a number that is in the log. */
export function handlePageError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      // The page is already out, at least partly: log the error and close the connection.
      logger.error('page aborted', { error });
      request.socket.destroy();
      return;
    }
    if (isDatabaseAway(error)) {
      logger.warn('page not served: database unreachable', { error });
      leaveSession(request);
      response.set('Retry-After', String(AWAY_RETRY_SECONDS));
      sendPage(request, response, { title: AWAY_TITLE, status: 503, content: <Away request={request} /> });
      return;
    }
    const { status, message } = wordsOf(error, logger);
    sendPage(request, response, {
      title: 'Not done',
      status,
      content: (
        <>
          <h1>Not done</h1>
          <p>{message}</p>
          <p>
            <a href="/">To what needs attention</a>
          </p>
        </>
      ),
    });
  };
}

function wordsOf(error: unknown, logger: Logger): { status: number; message: string } {
  if (error instanceof PageError) return { status: error.status, message: error.message };
  // Express and the form reader report the browser's mistakes with a 4xx status; their messages are for developers.
  if (isHttpError(error) && error.status === 413)
    return { status: 413, message: 'What was sent is too large: nothing was done.' };
  if (isHttpError(error) && error.status < 500)
    return {
      status: error.status,
      message: 'The browser sent something that cannot be read. Go back and try again.',
    };
  const reference = randomUUID();
  logger.error('page not served', { reference, error });
  return { status: 500, message: `Something went wrong here. It is noted under ${reference}.` };
}
