import { SIGNATURE_HEADER } from '@hub/contract';
import { z } from 'zod';

import type { DeliveryAttempt, EventAnswer } from './delivery';

const ATTEMPT_TIMEOUT_MS = 35_000;

const AnswerBody = z.object({
  outcome: z.string().optional(),
  error: z.object({ code: z.string().optional(), field: z.string().optional() }).optional(),
});

export interface EventPost {
  url: string;
  body: Buffer;
  /** Null: none is sent. */
  signature: string | null;
  stopped: AbortSignal;
}

/** Posts signed bytes once. Never throws: no answer is part of the attempt. */
export async function postEvent({
  url,
  body,
  signature,
  stopped,
}: EventPost): Promise<Omit<DeliveryAttempt, 'at'>> {
  const over = new AbortController();
  const end = () => over.abort();
  // Not `AbortSignal.timeout` within `AbortSignal.any`: collected as garbage, it never fires in Node 20.
  const timer = setTimeout(end, ATTEMPT_TIMEOUT_MS);
  stopped.addEventListener('abort', end);
  if (stopped.aborted) end();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature !== null && { [SIGNATURE_HEADER]: signature }),
      },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: over.signal,
    });
    return { answer: readAnswer(response.status, await response.text()) };
  } catch (error) {
    return { answer: null, failure: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', end);
  }
}

function readAnswer(status: number, text: string): EventAnswer {
  const body = parseJson(text);
  const known = AnswerBody.safeParse(body).data;
  return {
    status,
    ...(known?.outcome !== undefined && { outcome: known.outcome }),
    ...(known?.error?.code !== undefined && { code: known.error.code }),
    ...(known?.error?.field !== undefined && { field: known.error.field }),
    body,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `fetch failed` alone says nothing: the cause behind it names the refused or broken connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
