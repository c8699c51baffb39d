import { refuse } from '../refuse';

/**
 * The result of a platform's service that refuses by its result instead of throwing: such a refusal is permanent, so it refuses the call.
 *
 * @param field only a refusal has it, and a `message` for people
 */
export function unlessRefused<Result extends object, Field extends string>(
  result: Result,
  field: Field,
): Exclude<Result, Record<Field, unknown>> {
  if (isAsAsked(result, field)) return result;
  throw refuse.invalidRequest(undefined, 'message' in result ? String(result.message) : 'refused');
}

const isAsAsked = <Result extends object, Field extends string>(
  result: Result,
  field: Field,
): result is Exclude<Result, Record<Field, unknown>> => !(field in result);
