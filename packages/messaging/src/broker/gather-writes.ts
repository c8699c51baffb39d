import { Duplex } from 'node:stream';
import type { ChannelModel } from 'amqplib';

/**
 * Sends the frames that amqplib writes in one turn together. It writes each by itself, which is a system call here and a
 * packet for the broker to read: of 200 events at once a sixth of the ingress's CPU time and a fifth of the broker's.
 */
export function gatherWrites({ connection }: ChannelModel): void {
  // amqplib's types do not mention it.
  if (!('stream' in connection && connection.stream instanceof Duplex)) return;
  const { stream } = connection;
  const write = stream.write.bind(stream);
  Object.assign(stream, {
    write(...frame: Parameters<typeof write>) {
      if (stream.writableCorked === 0) {
        stream.cork();
        process.nextTick(() => stream.uncork());
      }
      return write(...frame);
    },
  });
}
