import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { inProject, PROJECT_ROOT } from '../project.mjs';

/** `[words](place)`, not an address of the web. */
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)/g;

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && !/^(docs\/site|\.changeset)\//.test(page) && existsSync(inProject(page)));

describe('what a page leads to', () => {
  it('is there', () => {
    assert.ok(pages.length > 100);
    assert.deepEqual(pages.flatMap(lostLinks), []);
  });
});

describe('SECURITY.md', () => {
  const rows = [...readFileSync(inProject('SECURITY.md'), 'utf8').matchAll(/^\| (V\d+) .*$/gm)];

  it('answers for each chapter of OWASP ASVS 4.0', () => {
    const chapters = rows.map(([, chapter]) => chapter);
    assert.deepEqual(
      chapters,
      Array.from({ length: 14 }, (_, index) => `V${index + 1}`),
    );
  });

  for (const [row, chapter] of rows)
    it(`names tests that show ${chapter}`, () => {
      const shown = row.split('|').at(-2);
      const places = [...shown.matchAll(LINK)].map(([, place]) => place);
      assert.ok(places.length > 0);
      for (const place of places) assert.match(place, /\.(?:test\.[jt]s|spec\.mjs)$/);
    });
});

function lostLinks(page) {
  const text = readFileSync(inProject(page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(LINK)]
    .map(([, place]) => join(dirname(page), decodeURIComponent(place)))
    .filter((place) => !existsSync(inProject(place)))
    .map((place) => `${page} leads to ${place}, which is not there`);
}
