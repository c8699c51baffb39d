import { ErrorBody, LIMITS, storableText, StoreErrorCode } from '@hub/contract';
import { hasMoreParts } from './count-parts';

/** A store's answer, as far as it was read. */
export interface Answer {
  status: number;
  retryAfter: unknown;
  contentEncoding: unknown;
  /** The raw bytes; `null` if they exceeded `limit` (D36), and were not read further. */
  body: Buffer | null;
  limit: number;
}

export type ReadJson = { ok: true; json: unknown } | { ok: false; problem: string };

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The answer's body as UTF-8 JSON, or why it is not. An encoded body is never inflated: a small one could hold gigabytes. */
export function readJson({ body, contentEncoding, limit }: Answer): ReadJson {
  if (body === null) return { ok: false, problem: `the answer is larger than ${sizeText(limit)}` };
  if (contentEncoding !== undefined && contentEncoding !== 'identity')
    return { ok: false, problem: 'the answer is encoded' };
  if (hasMoreParts(body, LIMITS.maxAnswerParts))
    return { ok: false, problem: `the answer has more than ${LIMITS.maxAnswerParts} parts` };
  try {
    return { ok: true, json: JSON.parse(UTF_8.decode(body)) };
  } catch {
    return { ok: false, problem: 'the answer is not UTF-8 JSON' };
  }
}

function sizeText(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
}

const MESSAGE_CHARACTERS = 500;

/**
 * Code and message of a store's error body; `null` if it has none. The only place where a store's text is read: a code
 * unknown to the contract may be any text, personal data too, so it counts as none (D29), and the message is truncated
 * to what can be stored. The whole answer is in the call log, masked.
 */
export function readErrorBody(answer: Answer): { code: StoreErrorCode | null; message: string | null } {
  const read = readJson(answer);
  const parsed = read.ok ? ErrorBody.safeParse(read.json) : null;
  if (!parsed?.success) return { code: null, message: null };
  const { code, message } = parsed.data.error;
  return {
    code: StoreErrorCode.safeParse(code).data ?? null,
    message: message === '' ? null : storableText(message, MESSAGE_CHARACTERS),
  };
}
