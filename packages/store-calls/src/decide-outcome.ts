import { readErrorBody, readJson, type Answer } from './answer';
import type { AttemptsMade, CallOutcome, Confirmed, InvalidReceipt } from './outcome';
import type { StoreCall } from './store-call';

/**
 * The meaning of an answer that ends the call (D23): `200` with the right receipt confirms. Any other success is a
 * failed receipt. `401` and `403` are about our credentials. Everything else (`3xx`, `4xx`) is a refusal.
 */
export function decideOutcome<T>(call: StoreCall<T>, answer: Answer, made: AttemptsMade): CallOutcome<T> {
  const { status } = answer;
  const { attempts, maybeActed } = made;
  if (status === 200) return judgeReceipt(call, answer, attempts);
  if (status < 300)
    return invalidReceipt({
      status,
      attempts,
      faults: [{ field: '', message: `the status is ${status}, not 200` }],
    });
  const said = { ...readErrorBody(answer), maybeActed };
  if (status === 401 || status === 403) return { kind: 'unauthorized', status, ...said, attempts };
  return { kind: 'refused', status, ...said, attempts };
}

function judgeReceipt<T>(
  call: StoreCall<T>,
  answer: Answer,
  attempts: number,
): Confirmed<T> | InvalidReceipt {
  const body = readJson(answer);
  const failed = { status: 200, attempts };
  if (!body.ok) {
    return invalidReceipt({ ...failed, faults: [{ field: '', message: body.problem }] });
  }
  const read = call.readReceipt(body.json);
  if (!read.ok) return invalidReceipt({ ...failed, faults: read.faults, answer: body.json });
  return { kind: 'confirmed', status: 200, receipt: read.receipt, attempts };
}

function invalidReceipt(
  failed: Pick<InvalidReceipt, 'status' | 'attempts' | 'faults' | 'answer'>,
): InvalidReceipt {
  const first = failed.faults[0];
  const field = first === undefined || first.field === '' ? null : first.field;
  return {
    kind: 'invalid_receipt',
    ...failed,
    field,
    problem: first?.message ?? 'is not valid',
  };
}
