import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { variable, variableFacts } from './variable-facts';

const whole = () => z.string().transform(Number).pipe(z.number().max(10)).describe('a whole number');

describe('what the documents say about a variable', () => {
  it.each([
    ['required', variable('A port.', whole()), { usual: null, isRequired: true }],
    ['optional', variable('A port.', whole().optional()), { usual: null, isRequired: false }],
    ['optional in one program', variable('A port.', whole()).optional(), { usual: null, isRequired: false }],
    ['with a default', variable('A port.', whole().default(7)), { usual: '7', isRequired: false }],
  ])('%s', (_case, schema, facts) => {
    expect(variableFacts('PORT', schema)).toEqual({
      purpose: 'A port.',
      expected: 'a whole number',
      ...facts,
    });
  });

  it.each([
    [[1, 2], '1,2'],
    [[], null],
    [false, 'false'],
    [{}, null],
  ])('the default %j is written as %j', (usual, written) => {
    expect(variableFacts('LIST', variable('A list.', z.unknown().default(usual))).usual).toBe(written);
  });

  it('is missing for one that is not declared with its purpose', () => {
    expect(() => variableFacts('PORT', whole())).toThrow('PORT has no purpose');
  });
});
