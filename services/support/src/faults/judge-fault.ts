import { randomUUID } from 'node:crypto';
import { isDatabaseAway } from '@hub/database';
import { CommandFault, type FaultKind } from '@hub/desk/commands/fault';
import { isHttpError } from 'http-errors';
import { PageError } from '../web/layout/page-error';

/** What an error is for the person or program that asked: the same on a page, at the door and in an API. */
export interface Fault {
  /** Whose it is: the caller's, the database's while it cannot be reached, or the hub's own. */
  of: 'caller' | 'database' | 'hub';
  status: number;
  /** For a program. */
  code: string;
  /** For a person, without any value that was sent. */
  lines: readonly string[];
  /** Of the input, if it is one. */
  field?: string;
  /** Under which the log has an error of the hub's own. */
  reference?: string;
}

const KINDS: Readonly<Record<FaultKind, Pick<Fault, 'status' | 'code'>>> = {
  invalid: { status: 400, code: 'invalid_request' },
  forbidden: { status: 403, code: 'forbidden' },
  unknown: { status: 404, code: 'not_found' },
  refused: { status: 409, code: 'refused' },
};
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  503: 'temporary_failure',
};
const TOO_LARGE = 413;

/** Status, code and message of an error, for every way into the desk and the door. */
export function judgeFault(error: unknown): Fault {
  if (error instanceof CommandFault)
    return { of: 'caller', ...KINDS[error.kind], lines: error.lines, ...fieldOf(error.field) };
  if (error instanceof PageError)
    return { ...ofCaller(error.status, error.message), ...fieldOf(error.field) };
  if (isDatabaseAway(error))
    return { ...ofCaller(503, 'The database is unavailable: try again later.'), of: 'database' };
  // Express and the body readers report the caller's mistakes with a 4xx status; their messages are for developers.
  if (isHttpError(error) && error.status < 500)
    return ofCaller(
      error.status,
      `What was sent ${error.status === TOO_LARGE ? 'is too large' : 'cannot be read'}: nothing was done.`,
    );
  const reference = randomUUID();
  return {
    of: 'hub',
    status: 500,
    code: 'failed',
    lines: [`Something went wrong in the hub. It is noted under ${reference}.`],
    reference,
  };
}

function ofCaller(status: number, message: string): Fault {
  return { of: 'caller', status, code: CODES[status] ?? 'invalid_request', lines: [message] };
}

const fieldOf = (field: string | undefined) => (field ? { field } : {});
