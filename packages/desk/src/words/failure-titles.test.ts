import { allQueues } from '@hub/messaging';
import { MESSAGE_LABELS } from '@hub/messaging/message-map';
import { describe, expect, it } from '@jest/globals';
import { failuresOfQueue, failureTitle } from './failure-titles';

describe('the title of a failed message', () => {
  it.each(MESSAGE_LABELS.map(({ type }) => type))('says what could not be done: %s', (type) => {
    expect(failureTitle(type)).toMatch(/^(?:An?|The) .* could not be /);
    expect(failureTitle(type)).not.toBe('A message could not be handled');
  });

  it.each(allQueues().map(({ name }) => name))('says the same of all messages of a queue: %s', (queue) => {
    expect(failuresOfQueue(queue)).toMatch(/^[A-Z].*s .*could not be /);
    expect(failuresOfQueue(queue)).not.toContain('Messages');
  });

  it('names a message of another release without its type', () => {
    expect([failureTitle('moon.landed'), failuresOfQueue('returns.moon.landed')]).toEqual([
      'A message could not be handled',
      'Messages could not be handled',
    ]);
  });

  it('D23: returns that could not be registered', () => {
    expect(failuresOfQueue('returns.return.register')).toBe('Returns could not be registered');
  });
});
