import { print, printJson } from '../output';
import type { ActOptions } from './desk-options';

/** Prints what was done, or, in a dry run, what would have been. */
export function sayDone(options: ActOptions, result: unknown, text: string): void {
  const { json, dryRun = false } = options;
  if (json) printJson(dryRun ? Object.assign({}, result, { dry_run: true }) : result);
  else print(dryRun ? `tried, without effect: ${text}` : text);
}
