const { describe, expect, it } = require('@jest/globals');
const { judge } = require('./judge');

const change = (status, replacement = 'true') => ({
  status,
  replacement,
  mutatorName: 'ConditionalExpression',
  location: { start: { line: 2, column: 7 }, end: { line: 2, column: 8 } },
});
const resultOf = (...mutants) => ({
  files: { 'packages/stock/src/rule.ts': { source: 'const a = 1;\n  if (a) b();\n', mutants } },
});

describe('the changes to one part of the rules', () => {
  it('a change that no test notices, or no test reaches, lowers the share and is named by its line', () => {
    const { share, unnoticed } = judge(
      resultOf(change('Killed'), change('Timeout'), change('Survived', 'false'), change('NoCoverage')),
    );
    expect(share).toBe(50);
    expect(unnoticed).toMatchObject([
      { path: 'packages/stock/src/rule.ts', at: 2, line: 'if (a) b();', to: 'false' },
      { to: 'true' },
    ]);
  });

  it('one that alters nothing, or could not be made, counts neither way', () => {
    const known = {
      file: 'stock/src/rule.ts',
      line: 'if (a) b();',
      from: 'a',
      to: 'false',
      why: 'a is always true',
    };
    const result = resultOf(change('Killed'), change('Survived', 'false'), change('RuntimeError'));
    expect(judge(result, [known])).toEqual({ share: 100, counted: 1, equal: 1, unnoticed: [] });
  });

  it('another change of the same line with the same result counts', () => {
    const known = { file: 'stock/src/rule.ts', line: 'if (a) b();', from: 'b()', to: 'false', why: '' };
    expect(judge(resultOf(change('Survived', 'false')), [known])).toMatchObject({ counted: 1, equal: 0 });
  });

  it('a part without any change has none noticed', () => {
    expect(judge(resultOf()).share).toBe(0);
  });
});
