import { createLogger, type Logger } from '@hub/runtime';
import { Writable } from 'node:stream';

/** A logger whose lines a test can read. */
export function aLogger(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger({ service: 'test', level: 'debug', stream }), lines };
}
