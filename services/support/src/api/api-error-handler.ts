import { randomUUID } from 'node:crypto';
import { isDatabaseAway } from '@hub/database';
import { CommandFault, type FaultKind } from '@hub/desk/commands/fault';
import type { Logger } from '@hub/runtime';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isHttpError } from 'http-errors';
import { PageError } from '../web/layout/page-error';

/** The text of a fault: a code for a program, line by line for a person. */
interface Said {
  status: number;
  code: string;
  lines: readonly string[];
  field?: string | undefined;
}

const FAULTS: Record<FaultKind, { status: number; code: string }> = {
  invalid: { status: 400, code: 'invalid_request' },
  forbidden: { status: 403, code: 'forbidden' },
  unknown: { status: 404, code: 'not_found' },
  refused: { status: 409, code: 'refused' },
};
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

export const noSuchAddress: RequestHandler = (_request, _response, next) => {
  next(new PageError(404, 'There is no such address.'));
};

/** Every fault as `{ "error": { code, message, lines, field? } }`; ours with a number that is in the log. */
export function handleApiError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      logger.error('answer aborted', { error });
      request.socket.destroy();
      return;
    }
    const { status, code, lines, field } = sayOf(error, logger);
    if (status === 503) response.set('Retry-After', '5');
    response.status(status).json({ error: { code, message: lines.join('\n'), lines, field } });
  };
}

function sayOf(error: unknown, logger: Logger): Said {
  if (error instanceof CommandFault) return { ...FAULTS[error.kind], lines: error.lines, field: error.field };
  if (error instanceof PageError) return asSaid(error.status, error.message);
  if (isDatabaseAway(error)) {
    logger.warn('command not run: database unreachable', { error });
    return {
      status: 503,
      code: 'temporary_failure',
      lines: ['the database cannot be reached from the desk'],
    };
  }
  // Express and the JSON reader report the caller's mistakes with a 4xx status; their messages are for developers.
  if (isHttpError(error) && error.status < 500)
    return asSaid(
      error.status,
      error.status === 413 ? 'what was sent is too large' : 'what was sent cannot be read as JSON',
    );
  const reference = randomUUID();
  logger.error('command not run', { reference, error });
  const line = `something went wrong at the desk; it is noted there under ${reference}`;
  return { status: 500, code: 'failed', lines: [line] };
}

function asSaid(status: number, message: string): Said {
  return { status, code: CODES[status] ?? 'invalid_request', lines: [message] };
}
