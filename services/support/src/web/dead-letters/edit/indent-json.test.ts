import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indentJson } from './indent-json';

describe('laying out JSON for people', () => {
  it('puts each field on a line of its own, and keeps every digit', () => {
    expect(indentJson('{"a":[1.10,90071992547409931],"b":{},"c":"x: {, }"}')).toBe(
      '{\n  "a": [\n    1.10,\n    90071992547409931\n  ],\n  "b": {},\n  "c": "x: {, }"\n}',
    );
  });

  it('says the same as before, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('leaves alone what is no JSON', () => {
    expect(indentJson('{"a":')).toBe('{"a":');
  });
});
