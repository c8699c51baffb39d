import { LIMITS, storableText, type StoreOperation } from '@hub/contract';
import { readJson, type Answer } from './answer';
import type { AttemptRecord } from './attempts';
import type { CallOutcome } from './outcome';
import type { StoreCall } from './store-call';

/** One call to a store, for the call log. Bodies contain personal data: the recipient masks them (D29). */
export interface StoreCallRecord {
  shopId: number;
  operation: StoreOperation;
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  /** External reference, variant id or cursor. */
  reference: string | null;
  requestBody: object | null;
  /** Status of the last answer; `null` if there was none. */
  status: number | null;
  outcome: CallOutcome<unknown>['kind'];
  code: string | null;
  attempts: number;
  /** Those made now; the earlier ones of a deferred call are in its own record. */
  attemptLog: readonly AttemptRecord[];
  durationMs: number;
  correlation: string | null;
  sellerOrderId: string | null;
  /** The last answer as JSON; if longer than 8 KiB only `{ truncated, bytes }`; `null` if it was not JSON. */
  responseBody: unknown;
}

/** A cursor is a store's own text of any length, and part of a path: the log keeps its beginning. */
const PATH_CHARACTERS = 2_048;
const RESPONSE_BYTES = 8 * 1024;

export interface EndedCall {
  call: StoreCall<unknown>;
  outcome: CallOutcome<unknown>;
  answer: Answer | null;
  attemptLog: readonly AttemptRecord[];
  shopId: number;
  durationMs: number;
  correlation: string | null;
  sellerOrderId: string | null;
}

export function callRecord({ call, outcome, answer, ...rest }: EndedCall): StoreCallRecord {
  return {
    shopId: rest.shopId,
    operation: call.operation,
    method: call.method,
    path: storableText(call.path, PATH_CHARACTERS),
    reference: call.reference === null ? null : storableText(call.reference, LIMITS.identifierLength),
    requestBody: call.body,
    status: answer?.status ?? null,
    outcome: outcome.kind,
    code: 'code' in outcome ? outcome.code : null,
    attempts: attemptsOf(outcome),
    attemptLog: rest.attemptLog,
    durationMs: rest.durationMs,
    correlation: rest.correlation,
    sellerOrderId: rest.sellerOrderId,
    responseBody: answer === null ? null : responseBody(answer),
  };
}

function attemptsOf(outcome: CallOutcome<unknown>): number {
  return outcome.kind === 'postponed' ? outcome.attemptsMade : outcome.attempts;
}

/** Never a part of the text: truncated JSON could not be masked by the names of its fields. */
function responseBody(answer: Answer): unknown {
  if (answer.body !== null && answer.body.length > RESPONSE_BYTES)
    return { truncated: true, bytes: answer.body.length };
  const read = readJson(answer);
  return read.ok ? read.json : null;
}
