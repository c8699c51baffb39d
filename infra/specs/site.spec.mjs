import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { inProject } from '../project.mjs';
import { createGenerator } from '../site/generator.mjs';
import { navigation } from '../site/navigation.mjs';
import { linkOnSite, pagePath } from '../site/places.mjs';
import { writeReferences } from '../site/references.mjs';
import { serveFolder } from '../site/serve-folder.mjs';

const site = mkdtempSync(join(tmpdir(), 'hub-site-'));
const references = [];
before(async () => {
  references.push(...(await writeReferences(site)));
  await (await createGenerator({ output: site })).write();
});
after(() => rmSync(site, { recursive: true, force: true }));

const read = (name) => readFileSync(join(site, name), 'utf8');
const namesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending));
/** Pages of Markdown; those of the contract's documents are Redocly's. */
const pages = () => namesIn(site, '.html').filter((name) => !references.includes(name));
const linksOf = (name) => [...read(name).matchAll(/ href="([^"]*)"/g)].map(([, link]) => link);

describe('the site', () => {
  test('has a page for every Markdown file of docs/, each of which the first page leads to', () => {
    const markdown = namesIn(inProject('docs'), '.md').map((name) => pagePath(`docs/${name}`));
    assert.ok(markdown.length > 100);
    const listed = new Set(linksOf('index.html'));
    assert.deepEqual(
      markdown.filter((page) => !existsSync(join(site, page)) || !listed.has(page)),
      [],
    );
  });

  test('has an entrance for integrators, platform engineers, agents and developers on its first page', () => {
    const [entrances] = /<ul>[\s\S]*?<\/ul>/.exec(read('index.html').split('<main')[1]);
    for (const place of ['integrators/', 'operators/', 'runbooks/', 'decisions/'])
      assert.match(entrances, new RegExp(` href="${place}`));
  });

  test('has a page for each of the contract’s documents', () => {
    assert.equal(references.length, 4);
    for (const name of references) assert.match(read(name), /HUB Network documentation/);
  });

  test('has no link that leads nowhere, to a page, a file or a heading', () => {
    const broken = pages().flatMap((name) =>
      linksOf(name)
        .filter((link) => !/^(?:https?|mailto):/.test(link))
        .filter((link) => !isThere(name, link))
        .map((link) => `${name}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  test('fetches nothing from elsewhere', () => {
    for (const name of namesIn(site, '.html'))
      assert.doesNotMatch(read(name), /<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//, name);
    assert.doesNotMatch(read('assets/site.css'), /url\(|@import/);
  });
});

function isThere(name, link) {
  const [file, anchor] = link.split('#');
  const target = file === '' ? name : join(dirname(name), file);
  if (!existsSync(join(site, target))) return false;
  return anchor === undefined || read(target).includes(`id="${decodeURIComponent(anchor)}"`);
}

describe('the search of the site', () => {
  let finder;
  before(() => {
    const page = createContext({});
    for (const name of ['minisearch', 'search-entries', 'find-pages'])
      runInContext(read(`assets/${name}.js`), page);
    finder = runInContext('createFinder(MiniSearch, searchEntries)', page);
  });
  const find = (question) => Array.from(finder(question), ({ id }) => id);

  for (const [what, question, place] of [
    ['an alert by its name', 'HubServiceNotReady', 'operators/runbooks/not-ready.html'],
    ['an error code', 'order_already_shipped', 'integrators/answers.html#order_already_shipped'],
    ['a command', 'hub shop apply', 'operators/command-reference.html#shop-apply-file'],
    ['a variable', 'SUPPORT_URL', 'operators/variables.html#support_url'],
    ['what an agent sees', 'not shipped', 'runbooks/not-shipped.html'],
  ])
    test(`finds ${what} among the first three`, () => {
      assert.ok(find(question).slice(0, 3).includes(place), find(question).slice(0, 3).join(', '));
    });

  test('leads to places that are there', () => {
    const ids = find('hub');
    assert.ok(ids.length > 100);
    assert.deepEqual(
      ids.filter((id) => !isThere('index.html', id)),
      [],
    );
  });
});

describe('a link of a page', () => {
  for (const [from, href, link] of [
    ['docs/README.md', 'runbooks/README.md', 'runbooks/index.html'],
    ['docs/runbooks/pause-a-shop.md', '../operators/upgrade.md#go-back', '../operators/upgrade.html#go-back'],
    ['docs/integrators/README.md', '../contract/events.asyncapi.json', '../contract/events.asyncapi.html'],
    ['docs/integrators/signing.md', 'signing/vectors.json', 'signing/vectors.json'],
    ['README.md', 'docs/integrators', 'integrators/index.html'],
    ['packages/cli/README.md', '../../docs/README.md', '../../index.html'],
    ['docs/README.md', 'https://example.com/a.md', 'https://example.com/a.md'],
    ['docs/operators/backup.md', '../../infra/kubernetes/examples/postgres-cluster.yaml', null],
  ])
    test(`${href} of ${from} leads to ${link ?? 'nothing of the site, and stays as text'}`, () => {
      assert.equal(linkOnSite(from, href), link);
    });
});

test('the navigation has the order of the links of each folder’s README, and of the first page', () => {
  const page = (file, title, source = '') => ({ file, title, source });
  const groups = navigation([
    page('README.md', 'The project'),
    page('docs/a/README.md', 'For A', '[Last](z.md)'),
    page('docs/a/more/deep.md', 'Deep'),
    page('docs/a/b.md', 'B'),
    page('docs/a/z.md', 'Z'),
    page('docs/c/y.md', 'Y'),
    page('docs/README.md', 'First', '[C](c/y.md) [A](a/README.md)'),
  ]);
  assert.deepEqual(
    groups.map(({ title, pages: of }) => [title, of.map((one) => one.title)]),
    [
      ['First', ['First']],
      ['Docs: c', ['Y']],
      ['For A', ['For A', 'Z', 'B']],
      ['A: more', ['Deep']],
      ['Beside the code', ['The project']],
    ],
  );
});

test('the site is served only to this machine, and only from its folder', async () => {
  const server = await serveFolder(site, 0);
  try {
    const { address, port } = server.address();
    assert.equal(address, '127.0.0.1');
    const statusOf = async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    assert.equal(await statusOf('/'), 200);
    assert.equal(await statusOf('/integrators/answers.html'), 200);
    for (const path of [
      '/integrators',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/%',
      '/none',
    ])
      assert.equal(await statusOf(path), 404, path);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('pages of the contract’s documents may show pictures of their own alone', () => {
  for (const page of references)
    assert.match(read(page), /Content-Security-Policy" content="img-src 'self' data:/);
});
