import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indentJson } from './indent-json';

describe('formatting JSON for people', () => {
  it('puts each field on a separate line, and keeps every digit', () => {
    expect(indentJson('{"a":[1.10,90071992547409931],"b":{},"c":"x: {, }"}')).toBe(
      '{\n  "a": [\n    1.10,\n    90071992547409931\n  ],\n  "b": {},\n  "c": "x: {, }"\n}',
    );
  });

  it('never changes the meaning', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('leaves text that is not JSON unchanged', () => {
    expect(indentJson('{"a":')).toBe('{"a":');
  });
});
