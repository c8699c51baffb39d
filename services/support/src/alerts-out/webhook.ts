const TIMEOUT_MS = 10_000;

/** Sends a text somewhere; rejects when it was not taken. */
export type Send = (text: string) => Promise<void>;

/** Posts `{ "text": … }`, as Slack and those compatible with it take it. Errors never hold the URL, which is a secret. */
export function webhook(url: string): Send {
  return async (text) => {
    const response = await post(url, text);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the alert webhook answered ${response.status}`);
  };
}

async function post(url: string, text: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Error('the alert webhook could not be reached');
  }
}
