import { CommandFailure } from './failure';

/** The maximum number, from `--limit`. Throws `CommandFailure` (wrong use) where it is no whole number from 1 on. */
export function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new CommandFailure(['--limit: a whole number from 1 on'], 2);
}
