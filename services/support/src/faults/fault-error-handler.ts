import type { Logger } from '@hub/runtime';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { AWAY_RETRY_SECONDS, leaveSession } from '../web/layout/away';
import { PageError } from '../web/layout/page-error';
import { judgeFault, type Fault } from './judge-fault';

/** How one way in shows a fault: pages of the desk, the door, the API of commands. */
export type ShowFault = (fault: Fault, request: Request, response: Response) => void;

/** For what follows all routes. */
export const noSuch =
  (what: 'page' | 'address'): RequestHandler =>
  (_request, _response, next) =>
    next(new PageError(404, `There is no such ${what}.`));

/** Judges every error once, logs the hub's own, and leaves to `show` what the answer looks like. */
export function faultErrorHandler(logger: Logger, show: ShowFault): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      // The answer is already out, at least partly: the closed connection says that it is not whole.
      logger.error('answer aborted', { error });
      request.socket.destroy();
      return;
    }
    const fault = judgeFault(error);
    if (fault.of === 'hub') logger.error('not answered', { reference: fault.reference, error });
    if (fault.of === 'database') {
      logger.warn('not answered: database unreachable', { error });
      leaveSession(request);
    }
    if (fault.status === 503) response.set('Retry-After', String(AWAY_RETRY_SECONDS));
    show(fault, request, response);
  };
}
