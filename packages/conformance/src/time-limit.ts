/**
 * Aborted after this many milliseconds. A pending timer is held by the process; an `AbortSignal.timeout` that is only
 * referenced by an `AbortSignal.any` is not in Node 20: collected as garbage, it never fires, and the wait never ends.
 *
 * @param reason the abort reason of the signal
 */
export function timeLimit(ms: number, reason?: string): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(reason), ms).unref();
  return over.signal;
}
