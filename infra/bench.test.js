const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');

const BENCH = join(__dirname, '..', 'bench');
const MOST_WORDS = 1_500;
const README = readFileSync(join(BENCH, 'README.md'), 'utf8');
const names = (pattern) => [...README.matchAll(pattern)].map(([, name]) => name);
const section = (heading) => README.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';

describe('the README of the benchmarks', () => {
  const benchmarks = readdirSync(join(BENCH, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  it('has the command of each benchmark, and of no other', () => {
    expect(names(/^npm run bench -- ([a-z]+)/gm).sort()).toEqual([...benchmarks].sort());
  });

  it('says of each what it measures', () => {
    const explained = [...section('What each measures').matchAll(/^\| `([a-z]+)`/gm)].map(([, name]) => name);
    expect(explained.sort()).toEqual([...benchmarks].sort());
  });

  it('has fewer than 1 500 words: earlier figures are in git', () => {
    expect(README.split(/\s+/).length).toBeLessThan(MOST_WORDS);
  });
});
