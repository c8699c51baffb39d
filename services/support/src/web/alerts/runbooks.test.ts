import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERTS } from '@hub/alerts';
import { describe, expect, it } from '@jest/globals';

const PAGES = join(__dirname, '..');
const SUBJECTS = join(__dirname, '..', '..', '..', '..', '..', 'packages', 'desk', 'src');
const RUNBOOKS = join(__dirname, '..', '..', '..', '..', '..', 'docs', 'runbooks');
const INDEX = read('README.md');
const LINES_AT_MOST = 65;
const INDEX_AT_MOST = 140;

describe('the runbooks', () => {
  it.each(Object.keys(ALERTS))('%s has its page, which names it and is listed in the index', (kind) => {
    const file = `${kind.replaceAll('_', '-')}.md`;
    expect(read(file)).toContain(`Alert \`${kind}\``);
    expect(INDEX).toContain(`[\`${kind}\`](${file})`);
  });

  it.each(Object.entries(ALERTS))('the runbook title of %s is a heading of the index', (_kind, alert) => {
    expect(INDEX.split('\n')).toContain(`### ${alert.chapter}`);
  });

  it.each(files())('%s is short, and its links lead to existing pages', (file) => {
    const text = read(file);
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(
      file === 'README.md' ? INDEX_AT_MOST : LINES_AT_MOST,
    );
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !files().includes(link ?? ''))).toEqual([]);
  });

  it.each(files())('%s names pages and buttons as the desk does', (file) => {
    const named = [...read(file).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !DESK.includes(name))).toEqual([]);
  });
});

function files(): string[] {
  return readdirSync(RUNBOOKS).filter((file) => file.endsWith('.md'));
}

function read(file: string): string {
  return readFileSync(join(RUNBOOKS, file), 'utf8');
}

/** The text of all pages and of the lists and actions that they show: a sentence may span several lines. */
const DESK = [PAGES, SUBJECTS]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ');
