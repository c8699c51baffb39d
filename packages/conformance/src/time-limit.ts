/**
 * Aborted after so many milliseconds. A pending timer is held by the process; an `AbortSignal.timeout` that stands in an
 * `AbortSignal.any` alone is not in Node 20: collected as garbage, it never fires, and the wait never ends.
 *
 * @param reason what the signal is aborted with
 */
export function timeLimit(ms: number, reason?: string): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(reason), ms).unref();
  return over.signal;
}
