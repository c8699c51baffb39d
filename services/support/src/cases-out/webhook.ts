import type { Channel } from './channel';
import type { CaseMessage } from './gather-notices';

const TIMEOUT_MS = 10_000;

/** Posts `{ "text": … }`, as Slack and compatible services expect it. Errors never hold the URL, which is a secret. */
export function webhook(url: string): Channel {
  return {
    name: 'webhook',
    async send(message) {
      const response = await post(url, slackText(message));
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the alert webhook answered ${response.status}`);
      return 0;
    },
  };
}

/** The message with Slack's markup. */
export function slackText(message: CaseMessage): string {
  const lines = message.lines.map((line) => `• ${escaped(line)}`);
  return [`*${escaped(message.title)}*`, ...lines].join('\n');
}

/** Slack treats these three as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
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
