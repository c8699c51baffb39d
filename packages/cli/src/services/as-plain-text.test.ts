import { describe, expect, it } from '@jest/globals';
import { asPlainText } from './as-plain-text';

describe('the last output of a service that cannot be started', () => {
  it('is the message of its log line, with the cause', () => {
    const line = JSON.stringify({
      level: 'error',
      message: 'could not start',
      error: { message: 'port taken', stack: '…' },
    });
    expect(asPlainText(line)).toBe('could not start: port taken');
    expect(asPlainText('{"message":"stopping"}')).toBe('stopping');
  });

  it('stays as it is where it is no log line', () => {
    for (const line of ['  AMQP_URL: is required', '{"cut', '17', 'null'])
      expect(asPlainText(line)).toBe(line);
  });
});
