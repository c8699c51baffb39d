import { describe, expect, it } from '@jest/globals';
import { hasMoreParts } from './count-parts';

describe('D36: the parts of an answer are counted before it is parsed', () => {
  it.each([
    ['[{},{}]', 4],
    ['{"a":1,"b":[2,3]}', 6],
    ['["a,b:{[","\\",{"]', 2],
    ['"\\\\",[', 2],
  ])('%s has %i', (text, parts) => {
    const json = Buffer.from(text);
    expect(hasMoreParts(json, parts)).toBe(false);
    expect(hasMoreParts(json, parts - 1)).toBe(true);
  });
});
