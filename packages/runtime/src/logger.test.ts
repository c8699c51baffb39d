import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger, type LogLevel } from './logger';

function logTo(level: LogLevel) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trimEnd().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  return { lines, logger: createLogger({ service: 'routing', level, stream }) };
}

describe('the log: one JSON line for each record', () => {
  it('has time, level, service and message, then the fields', () => {
    const { lines, logger } = logTo('info');
    logger.info('order routed', { correlation: 'c-1', lines: 2 });
    expect(lines).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'info',
        service: 'routing',
        message: 'order routed',
        correlation: 'c-1',
        lines: 2,
      },
    ]);
  });

  it('leaves out what is below its level', () => {
    const { lines, logger } = logTo('warn');
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error('d');
    expect(lines.map((line) => line['level'])).toEqual(['warn', 'error']);
  });

  it('adds a child’s fields to its lines and not to its parent’s', () => {
    const { lines, logger } = logTo('info');
    logger.child({ correlation: 'c-1' }).child({ shop: 7 }).info('inner', { shop: 8 });
    logger.info('outer');
    expect(lines[0]).toMatchObject({ correlation: 'c-1', shop: 8 });
    expect(lines[1]).not.toHaveProperty('correlation');
  });

  it('hides private values in message and fields (D29)', () => {
    const { lines, logger } = logTo('info');
    logger.error('mail to anna@example.se failed', {
      error: new Error('Bearer abc'),
      email: 'anna@example.se',
    });
    expect(JSON.stringify(lines)).not.toMatch(/anna|abc/);
  });

  it('never throws: a record that cannot be written leaves its message', () => {
    const { lines, logger } = logTo('info');
    const broken = {
      get worse(): never {
        throw new Error('no');
      },
    };
    logger.info('still here', { broken });
    expect(lines).toEqual([expect.objectContaining({ message: 'still here', unwritable: true })]);
  });

  it('survives its reader: a broken pipe loses its lines and ends nothing', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('write EPIPE')) });
    const broken = new Promise((resolve) => stream.once('close', resolve));
    const logger = createLogger({ service: 'routing', level: 'info', stream });
    logger.info('unheard');
    await broken;
    expect(() => logger.info('unheard again')).not.toThrow();
  });
});
