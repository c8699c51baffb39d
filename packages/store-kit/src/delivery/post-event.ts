import { ErrorBody, SIGNATURE_HEADER, sign } from '@hub/contract';

/** What the service answered; null: it did not answer. */
export type ServiceAnswer =
  | { kind: 'taken' }
  | { kind: 'refused'; status: number; code: string; field: string | null }
  | { kind: 'later'; status: number; code: string | null; retryAfterMs: number | null }
  | null;

interface Post {
  url: string;
  body: string;
  secret: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

/** Posts the event's bytes once, signed with the secret of now. Never throws: no answer is an end too. */
export async function postEvent({ url, body, secret, timeoutMs, fetch: post }: Post): Promise<ServiceAnswer> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs).unref();
  try {
    const response = await post(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secret, body) },
      body,
      redirect: 'manual',
      signal: over.signal,
    });
    return answerOf(response, parseJson(await response.text()));
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Only the service's own answer ends a delivery: a `200` with its body, a `4xx` with its error body. A page of a proxy
 * in between, with any status, is no answer of the service.
 */
function answerOf(response: Response, body: unknown): ServiceAnswer {
  const { status } = response;
  if (status === 200) return isSuccess(body) ? { kind: 'taken' } : null;
  const error = ErrorBody.safeParse(body).data?.error;
  if (status === 429 || status >= 500)
    return { kind: 'later', status, code: error?.code ?? null, retryAfterMs: retryAfterOf(response) };
  if (status >= 400 && error)
    return { kind: 'refused', status, code: error.code, field: error.field ?? null };
  return null;
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
