/**
 * Why a sign-in with the issuer failed, as a code of the library: never its messages, since its errors hold tokens.
 * `away`: the issuer did not answer.
 */
export function whyFailed(error: unknown): string {
  if (isAway(error)) return 'away';
  const { code, name } = asRecord(error);
  return [code, name].find((text) => typeof text === 'string') ?? 'unknown';
}

/** `fetch` says only that it failed; the library passes that on as it is, or as a cause. */
function isAway(error: unknown): boolean {
  const { message, code, cause } = asRecord(error);
  return message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || (cause !== undefined && isAway(cause));
}

interface Described {
  message?: unknown;
  name?: unknown;
  code?: unknown;
  cause?: unknown;
}

const asRecord = (error: unknown): Described => (typeof error === 'object' && error !== null ? error : {});
