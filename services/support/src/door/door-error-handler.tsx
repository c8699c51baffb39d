import { randomUUID } from 'node:crypto';
import { isDatabaseAway } from '@hub/database';
import type { Logger } from '@hub/runtime';
import type { ErrorRequestHandler } from 'express';
import { isHttpError } from 'http-errors';
import { Away, AWAY_RETRY_SECONDS, AWAY_TITLE, leaveSession } from '../web/layout/away';
import { PageError } from '../web/layout/page-error';
import { InputFault } from './input-fault';
import { sendDoorPage } from './layout/send-door-page';

/** The text of a fault: plain text for a person, a code for a program. */
interface Said {
  status: number;
  code: string;
  message: string;
  field?: string;
}

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  503: 'temporary_failure',
};

/** Every fault as a page, or, below `/api`, as the contract's error body; ours with a number that is in the log. */
export function handleDoorError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      logger.error('page aborted', { error });
      request.socket.destroy();
      return;
    }
    const { status, ...said } = sayOf(error, logger);
    if (status === 503) response.set('Retry-After', String(AWAY_RETRY_SECONDS));
    if (request.path.startsWith('/api/')) {
      response.status(status).json({ error: said });
      return;
    }
    if (isDatabaseAway(error)) {
      leaveSession(request);
      sendDoorPage(request, response, { title: AWAY_TITLE, status, content: <Away request={request} /> });
      return;
    }
    sendDoorPage(request, response, {
      title: 'Not done',
      status,
      content: (
        <>
          <h1>Not done</h1>
          <p>{said.message}</p>
          <p>
            <a href="/">To your orders</a>
          </p>
        </>
      ),
    });
  };
}

function sayOf(error: unknown, logger: Logger): Said {
  if (error instanceof InputFault)
    return {
      status: 422,
      code: 'invalid_request',
      message: error.message,
      ...(error.field && { field: error.field }),
    };
  if (error instanceof PageError)
    return { status: error.status, code: CODES[error.status] ?? 'invalid_request', message: error.message };
  // Express and the body readers report the caller's mistakes with a 4xx status; their messages are for developers.
  if (isHttpError(error) && error.status < 500)
    return {
      status: error.status,
      code: CODES[error.status] ?? 'invalid_request',
      message: 'What was sent cannot be read.',
    };
  const reference = randomUUID();
  logger.error('door: not answered', { reference, error });
  return {
    status: 503,
    code: 'temporary_failure',
    message: `Something went wrong here. It is noted under ${reference}.`,
  };
}
