import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** What a new agent stumbles over, and our own names of things. */
const AVOIDED = /\b(dead letters?|dies again|out of step|put aside|left alone|anew|broke off)\b/gi;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.test.tsx'))
    .map((path) => join(folder, path));
}

describe('the texts of desk and door', () => {
  it.each(['web', 'door'])('%s: say things by the words that agents and shops know', (part) => {
    const found = sources(join(__dirname, '..', part)).flatMap((path) => {
      const text = readFileSync(path, 'utf8').replace(COMMENTS, '');
      return [...text.matchAll(AVOIDED)].map(([word]) => `${path.split('/src/')[1]}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});
