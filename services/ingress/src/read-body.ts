import { LIMITS } from '@hub/contract';
import type { IncomingMessage } from 'node:http';
import { GatheredBytes } from '@hub/runtime';
import type { BodiesInFlight } from './bodies-in-flight';

/** The result of reading a body: its bytes, or why there are none. `aborted`: the sender is gone. */
export type ReadBody = Buffer | 'too_large' | 'no_room' | 'aborted';

/**
 * Raw bytes, never inflated (D3: the signature is over what was sent), counted as they arrive (D36). What is too large
 * by its `Content-Length` is not read at all.
 * @param address of the client; null where only a proxy is known
 */
export function readBody(
  request: IncomingMessage,
  address: string | null,
  bodies: BodiesInFlight,
): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.maxEventBytes)
    return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const incoming = bodies.enter(address, () => {
      request.socket.destroy();
      end('aborted');
    });
    const gathered = new GatheredBytes();
    const end = (body: ReadBody): void => {
      incoming.leave();
      gathered.clear();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      if (gathered.length + chunk.length > LIMITS.maxEventBytes) return end('too_large');
      if (!incoming.take(chunk.length)) return end(request.destroyed ? 'aborted' : 'no_room');
      gathered.add(chunk);
    };
    const onEnd = (): void => end(gathered.take());
    const onClose = (): void => end('aborted');
    request.on('data', onData).once('end', onEnd).once('close', onClose);
    // `close` reports it as well; without a listener it would end the process.
    request.on('error', () => undefined);
  });
}
