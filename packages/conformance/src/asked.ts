import { NotRun } from './check-ending';
import type { CheckContext } from './check-context';

/**
 * The answer of the store's staff, recorded as evidence.
 *
 * @param what they were asked for, as in "a package leaves"
 * @throws NotRun where no one did it
 */
export async function asked<T>(
  { evidence }: CheckContext,
  what: string,
  answer: Promise<T | null>,
): Promise<T> {
  const given = await answer;
  if (given === null) throw new NotRun(`it needs a person at the store: ${what}`);
  evidence.note(`asked of the store's people: ${what}; answered: ${JSON.stringify(given)}`);
  return given;
}
