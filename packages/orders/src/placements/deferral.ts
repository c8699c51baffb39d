/** What is stored as the failure of a call that was not made begins with this (D23). */
export const DEFERRAL = 'deferred: ';
/** As a regular expression of PostgreSQL and of JavaScript: rows of an earlier release have the first word. */
export const ANY_DEFERRAL = /^(put off|deferred): /;

/** Whether the stored failure says that no call was made. */
export function isDeferral(failure: string | null): boolean {
  return failure !== null && ANY_DEFERRAL.test(failure);
}
