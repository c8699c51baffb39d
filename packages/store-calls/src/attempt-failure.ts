import { readErrorBody } from './answer';
import type { Answer } from './answer';
import { AddressNotAllowed } from './address-guard';
import type { FailureReason } from './outcome';
import { readRetryAfter } from './retry-wait';

/** Why one attempt counts as failed. */
export interface AttemptFailure {
  reason: FailureReason;
  status: number | null;
  code: string | null;
  retryAfterMs: number | null;
  /** False if the request certainly never reached the store's application. */
  maybeActed: boolean;
  /** Whether another attempt can end differently. */
  temporary: boolean;
}

/** The failure of an answer: `429` and `5xx` (D23); `null` for every other, which ends the call. */
export function failureOfAnswer(answer: Answer, now: number): AttemptFailure | null {
  const { status } = answer;
  if (status !== 429 && status < 500) return null;
  return {
    reason: status === 429 ? 'rate_limited' : 'status',
    status,
    code: readErrorBody(answer).code,
    retryAfterMs: readRetryAfter(answer.retryAfter, now),
    maybeActed: status !== 429,
    temporary: true,
  };
}

/** The failure of an attempt that got no (whole) answer. */
export function failureOfError(error: unknown, timedOut: boolean): AttemptFailure {
  return {
    reason: timedOut ? 'timeout' : 'network',
    status: null,
    code: timedOut ? null : codeOf(error),
    retryAfterMs: null,
    maybeActed: timedOut || !surelyNotSent(error),
    temporary: !isAddressNotAllowed(error),
  };
}

/** A certificate is checked before the request is sent. */
const CERTIFICATE_CODES = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Whether the attempt failed before there was a connection: then not a byte of it was sent. */
function surelyNotSent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (isAddressNotAllowed(error)) return true;
  // Several addresses were tried: each has its own error.
  if ('errors' in error && Array.isArray(error.errors))
    return error.errors.length > 0 && error.errors.every(surelyNotSent);
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  if ('code' in error && typeof error.code === 'string' && CERTIFICATE_CODES.test(error.code)) return true;
  return 'cause' in error && surelyNotSent(error.cause);
}

function isAddressNotAllowed(error: unknown): boolean {
  if (error instanceof AddressNotAllowed) return true;
  return error instanceof Error && error.cause !== undefined && isAddressNotAllowed(error.cause);
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
