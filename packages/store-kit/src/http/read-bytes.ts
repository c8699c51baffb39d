import type { IncomingMessage } from 'node:http';
import { refuse } from '../refuse';

/** No shipping order of the contract comes near it. */
const MOST_BYTES = 10 * 1024 * 1024;

/** What frameworks keep of a body they have read: the bytes under one of two names, or what they made of them. */
type Read = IncomingMessage & { rawBody?: unknown; body?: unknown };

/** The bytes of the body as they came, because the signature is over them. */
export async function readBytes(request: Read): Promise<Buffer> {
  for (const kept of [request.rawBody, request.body]) if (Buffer.isBuffer(kept)) return kept;
  if (request.readableEnded && request.method !== 'GET')
    throw new Error('the body was read before the store kit saw it: mount its router before any body parser');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MOST_BYTES) throw refuse.invalidRequest(undefined, 'the body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
