import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** What a new agent stumbles over, and our own names of things. */
const AVOIDED =
  /\b(dead letters?|dies again|out of step|put aside|left alone|anew|broke off|nobody|somebody|whoever|for good)\b/gi;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const ROOT = join(__dirname, '..', '..', '..', '..');
const PLACES = [
  'services/support/src/web',
  'services/support/src/door',
  'services/support/src/cases-out',
  'packages/cli/src',
  'packages/desk-commands/src',
  'packages/door/src',
  'packages/support-desk/src',
];

function filesOf(place: string, kind: RegExp): string[] {
  return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(place, path));
}

/** Texts may be broken over lines. */
function avoidedIn(path: string, text: string): string[] {
  return [...text.replaceAll(/\s+/g, ' ').matchAll(AVOIDED)].map(([word]) => `${path}: ${word}`);
}

describe('the texts of desk, door, mails, commands and runbooks', () => {
  it.each(PLACES)('%s: say things by the words that agents and shops know', (place) => {
    const found = filesOf(place, /\.tsx?$/).flatMap((path) =>
      avoidedIn(path, readFileSync(join(ROOT, path), 'utf8').replace(COMMENTS, '')),
    );
    expect(found).toEqual([]);
  });

  it.each(filesOf('docs/runbooks', /\.md$/))('%s does', (path) => {
    expect(avoidedIn(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });
});
