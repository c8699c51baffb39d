import { SIGNATURE_HEADER } from '@hub/contract';
import { z } from 'zod';

import type { DeliveryAttempt, EventAnswer } from './delivery';
import type { SignedBody } from './delivery-hooks';

const AnswerBody = z.object({
  outcome: z.string().optional(),
  error: z.object({ code: z.string().optional(), field: z.string().optional() }).optional(),
});

export interface EventPost {
  url: string;
  signed: SignedBody;
  /** Any of them ends the attempt. */
  signals: readonly AbortSignal[];
}

/** The result of one attempt; with the response, or the error, for the caller. */
export type Posted = Omit<DeliveryAttempt, 'at'> & ({ response: Response } | { error: unknown });

/** Posts signed bytes once. Never throws: no answer is part of the attempt. */
export async function postEvent({ url, signed, signals }: EventPost): Promise<Posted> {
  const over = new AbortController();
  const end = (): void => over.abort();
  // Not `AbortSignal.any`: collected as garbage, it never fires in Node 20.
  for (const signal of signals) signal.addEventListener('abort', end);
  if (signals.some(({ aborted }) => aborted)) end();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signed.signature !== null && { [SIGNATURE_HEADER]: signed.signature }),
      },
      body: new Uint8Array(signed.body),
      redirect: 'manual',
      signal: over.signal,
    });
    return { answer: readAnswer(response.status, await response.clone().text()), response };
  } catch (error) {
    return { answer: null, failure: reasonOf(error), error };
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end);
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

/** `fetch failed` alone says nothing: its cause names the refused or broken connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
