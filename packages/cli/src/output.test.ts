import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { endWithReader } from './output';

describe('a pipe that is closed early', () => {
  it('ends a command silently: no crash and no stack', () => {
    const [stream, ended] = [new EventEmitter(), { times: 0 }];
    endWithReader(stream, () => (ended.times += 1));
    stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(ended.times).toBe(1);
  });

  it('hides no other failure', () => {
    const stream = new EventEmitter();
    endWithReader(stream, () => undefined);
    const broken = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    expect(() => stream.emit('error', broken)).toThrow('no space left');
  });
});
