import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inProject } from '../project.mjs';

const site = mkdtempSync(join(tmpdir(), 'hub-site-'));
before(() =>
  execFileSync(process.execPath, [inProject('infra', 'contract', 'build-site.mjs'), site], { stdio: 'pipe' }),
);
after(() => rmSync(site, { recursive: true, force: true }));

const read = (name) => readFileSync(join(site, name), 'utf8');
/** The guide's pages; those of the documents are Redocly's. */
const guide = () => readdirSync(site).filter((name) => name.endsWith('.html') && !name.includes('api'));

test('the site has a page for each of the guide and of the contract’s documents', () => {
  const markdown = readdirSync(inProject('docs', 'integrators')).filter((name) => name.endsWith('.md'));
  assert.equal(guide().length, markdown.length);
  for (const name of ['store-api.openapi', 'event-address.openapi', 'events.asyncapi'])
    assert.match(read(`${name}.html`), /HUB Network/);
});

test('every link of the guide leads to a page and a heading of the site', () => {
  const broken = guide().flatMap((name) =>
    [...read(name).matchAll(/href="([^"]*)"/g)]
      .map(([, link]) => link)
      .filter((link) => {
        const [file, anchor] = link.split('#');
        const target = file || name;
        if (!existsSync(join(site, target))) return true;
        return anchor !== undefined && !read(target).includes(`id="${anchor}"`);
      })
      .map((link) => `${name}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('nothing of the site is fetched from elsewhere', () => {
  for (const name of readdirSync(site).filter((one) => one.endsWith('.html')))
    assert.doesNotMatch(read(name), /<(?:script|link|img)[^>]+(?:src|href)="https?:/, name);
});
