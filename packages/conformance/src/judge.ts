import { ErrorBody, type StoreErrorCode, storeErrorStatus } from '@hub/contract';
import type { z } from 'zod';
import { CheckFault } from './check-ending';
import type { Answer } from './http/exchange';

/** An answer in a few words, as "answered 409 idempotency_conflict". */
export function describeAnswer(answer: Answer): string {
  if (answer.kind === 'none') return `gave no answer (${answer.failure})`;
  if (answer.status === 200) return 'answered 200';
  return `answered ${answer.status} ${codeOf(answer) ?? 'without an error code'}`;
}

/** The code of an error body; null where there is none. */
export function codeOf(answer: Answer): string | null {
  const read = ErrorBody.safeParse(answer.kind === 'answered' ? answer.body : undefined);
  return read.success ? read.data.error.code : null;
}

/**
 * The receipt of a call that must succeed.
 *
 * @param expected its schema, and the fields that must repeat the request
 * @throws CheckFault naming the first wrong field
 */
export function requireReceipt<S extends z.ZodType<object>>(
  answer: Answer,
  expected: { schema: S; echoed: Readonly<Record<string, unknown>>; to: string },
): z.output<S> {
  const { schema, echoed, to } = expected;
  if (answer.kind === 'none' || answer.status !== 200)
    throw new CheckFault(
      `${to}: the store ${describeAnswer(answer)}`,
      `answer it with 200 and the receipt; any other status, 201 too, counts as failed`,
    );
  if (answer.body === undefined)
    throw new CheckFault(`${to}: a 200 whose body is no JSON`, 'answer with the receipt as a JSON object');
  const read = schema.safeParse(answer.body, { error: receiptText });
  const [issue] = read.error?.issues ?? [];
  if (issue || !read.data) {
    const field = issue?.path.join('.') || 'body';
    throw new CheckFault(
      `${to}: ${field} of the receipt ${issue?.message ?? 'is not valid'}`,
      `send ${field} as the receipt has it; the other fields of yours are ignored`,
    );
  }
  const received = new Map<string, unknown>(Object.entries(read.data));
  const wrong = Object.keys(echoed).find((field) => received.get(field) !== echoed[field]);
  if (wrong !== undefined)
    throw new CheckFault(
      `${to}: ${wrong} of the receipt is ${JSON.stringify(received.get(wrong))}, the request had ${JSON.stringify(echoed[wrong])}`,
      `repeat ${wrong} of the request in the receipt, unchanged`,
    );
  return read.data;
}

/** zod's own texts are not stable. */
const receiptText: z.core.$ZodErrorMap = ({ input }) =>
  input === undefined ? 'is missing' : 'is not what the receipt must have there';

/**
 * A refusal with exactly this code, its status and the error body.
 *
 * @param to the request, as in "POST /orders with a wrong bearer token"
 * @throws CheckFault
 */
export function requireRefusal(answer: Answer, code: StoreErrorCode, to: string): void {
  const status = storeErrorStatus(code);
  if (answer.kind === 'none' || answer.status !== status)
    throw new CheckFault(`${to}: the store ${describeAnswer(answer)}`, `answer it with ${status} ${code}`);
  const read = ErrorBody.safeParse(answer.body);
  const body = '{ "error": { "code": …, "message": … } }';
  if (!read.success)
    throw new CheckFault(`${to}: ${status}, but without the error body`, `send the body ${body} with it`);
  const { error } = read.data;
  if (error.code !== code)
    throw new CheckFault(
      `${to}: ${status} with the code ${JSON.stringify(error.code)}`,
      `send ${JSON.stringify(code)} as error.code: the service acts on it`,
    );
  if (error.message === '')
    throw new CheckFault(
      `${to}: error.message is missing`,
      `send a text for people as error.message: ${body}`,
    );
}
