import http from 'node:http';
import https from 'node:https';
import { LIMITS } from '@hub/contract';
import { lookupPublic } from './lookup-public';

/** One request, byte for byte. */
export interface HttpRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  timeoutMs: number;
  allowInsecure: boolean;
  /** A longer answer is none; as long as a page of a catalogue, unless given. */
  answerBytes?: number | undefined;
  /** Breaks the connection on purpose: as soon as the request is sent, or as the answer begins. */
  cut?: 'sent' | 'answered' | undefined;
}

/** An answer, or why there was none. */
export type Answer =
  | {
      kind: 'answered';
      status: number;
      headers: Record<string, string>;
      /** Undefined where it is no JSON. */
      body: unknown;
      bytes: number;
      tookMs: number;
    }
  | { kind: 'none'; failure: string; tookMs: number };

/** Makes one request on its own connection and never throws. Redirects are not followed (D23). */
export async function exchange(asked: HttpRequest): Promise<Answer> {
  try {
    return await attempt(asked);
  } catch (error) {
    // An address with another protocol, or a header that cannot be sent.
    return { kind: 'none', failure: describeFailure(error), tookMs: 0 };
  }
}

function attempt(asked: HttpRequest): Promise<Answer> {
  const startedAt = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedAt);
  return new Promise((resolve) => {
    const fail = (failure: string): void => resolve({ kind: 'none', failure, tookMs: tookMs() });
    const { request } = asked.url.protocol === 'https:' ? https : http;
    const call = request(asked.url, {
      method: asked.method,
      headers: asked.headers,
      agent: false,
      ...(asked.allowInsecure ? {} : { lookup: lookupPublic }),
    });
    const tooLate = setTimeout(() => end(`no answer within ${asked.timeoutMs} ms`), asked.timeoutMs);
    const end = (failure: string): void => {
      clearTimeout(tooLate);
      call.destroy();
      fail(failure);
    };
    call.on('error', (error) => end(describeFailure(error)));
    call.on('finish', () => {
      if (asked.cut !== 'sent') return;
      clearTimeout(tooLate);
      // Written data is still sent; the answer is discarded.
      call.socket?.destroySoon();
      fail('the runner broke the connection once it had sent');
    });
    call.on('response', (response) => {
      if (asked.cut !== undefined) return end('the runner broke the connection as the answer began');
      collect(response, asked.answerBytes ?? LIMITS.maxPageBytes, (read) => {
        if ('failure' in read) return end(read.failure);
        clearTimeout(tooLate);
        resolve({
          kind: 'answered',
          status: response.statusCode ?? 0,
          headers: plainHeaders(response.headers),
          body: parseJson(read.bytes),
          bytes: read.bytes.length,
          tookMs: tookMs(),
        });
      });
    });
    call.end(asked.body);
  });
}

function collect(
  response: http.IncomingMessage,
  limit: number,
  ended: (read: { bytes: Buffer } | { failure: string }) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > limit) ended({ failure: `an answer of over ${limit} bytes` });
  });
  response.on('end', () => ended({ bytes: Buffer.concat(chunks) }));
  response.on('error', (error) => ended({ failure: describeFailure(error) }));
}

/** A reason without addresses: the code of the system or of TLS. */
function describeFailure(error: unknown): string {
  const code: unknown = new Map(Object.entries(Object(error))).get('code');
  return typeof code === 'string' ? code : 'the connection failed';
}

function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
