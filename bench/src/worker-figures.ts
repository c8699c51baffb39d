export interface Handled {
  messages: number;
  seconds: number;
}

/** Messages that a worker has handled so far, by queue, and the time from delivery to settlement: from its metrics. */
export async function handledByQueue(port: number): Promise<Map<string, Handled>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const handled = new Map<string, Handled>();
  for (const [, figure, queue = '', value] of text.matchAll(LINE)) {
    const sum = handled.get(queue) ?? { messages: 0, seconds: 0 };
    if (figure === 'count') sum.messages += Number(value);
    else sum.seconds += Number(value);
    handled.set(queue, sum);
  }
  return handled;
}

const LINE = /^hub_message_seconds_(sum|count)\{.*?queue="([^"]+)".*?\} (\S+)$/gm;

/** Mean time of a queue's messages between two readings, in ms. */
export function meanMs(before: Map<string, Handled>, after: Map<string, Handled>, queue: string): number {
  const [from, to] = [before.get(queue) ?? NONE, after.get(queue) ?? NONE];
  return ((to.seconds - from.seconds) * 1_000) / Math.max(1, to.messages - from.messages);
}

const NONE: Handled = { messages: 0, seconds: 0 };
