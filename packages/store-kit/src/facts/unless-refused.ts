import { refuse } from '../refuse';

/**
 * What a platform's service gives that says no by its result and not by throwing: such a no holds for good, so it refuses the call.
 *
 * @param field a no has it, and a `message` for people
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
