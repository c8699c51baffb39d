const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { parse } = require('yaml');
const { sourceFiles } = require('./checks/source-files');
const { avoidedIn, textsOfMarkdown } = require('./words/avoided');

const ROOT = join(__dirname, '..');
const SOURCES = [
  'services/support/assets',
  'services/support/src',
  'packages/alerts/src',
  'packages/cli/src',
  'packages/desk-commands/src',
  'packages/door/src',
  'packages/go-live/src',
  'packages/integrator-guide/src',
  'packages/orders/src',
  'packages/support-desk/src',
];
const RUNBOOKS = ['docs/runbooks', 'docs/operators/runbooks'];

const filesOf = (place, ending) =>
  sourceFiles(join(ROOT, place), { ending }).filter((path) => !/\.test\.tsx?$/.test(path));

/** The texts of each source, which may be any number. */
function textsOf(sources) {
  const main = join(__dirname, 'words', 'read-texts-main.mjs');
  const out = execFileSync(process.execPath, [main], { input: JSON.stringify(sources), maxBuffer: 2 ** 28 });
  return JSON.parse(out.toString());
}

const readAll = (paths) => paths.map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]);

/** As `file:line: "word": write …`. */
const faultsIn = (path, texts) =>
  texts.flatMap(({ line, text }) => avoidedIn(text).map((fault) => `${path}:${line}: ${fault}`));

describe('what agents, shops and operators read, by the words of this project', () => {
  it.each(SOURCES)('pages, mails and commands of %s', (place) => {
    const sources = readAll(filesOf(place, /\.(tsx?|js)$/));
    expect(sources).not.toEqual([]);
    const texts = textsOf(sources);
    expect(sources.flatMap(([path], index) => faultsIn(path, texts[index]))).toEqual([]);
  });

  it.each(RUNBOOKS)('%s', (place) => {
    const pages = readAll(filesOf(place, /\.md$/));
    expect(pages).not.toEqual([]);
    expect(pages.flatMap(([path, source]) => faultsIn(path, textsOfMarkdown(source)))).toEqual([]);
  });

  it('the alerts that wake a person', () => {
    const { groups } = parse(readFileSync(join(ROOT, 'infra', 'observability', 'rules.yml'), 'utf8'));
    const summaries = groups.flatMap(({ rules }) =>
      rules.flatMap(({ annotations }) => annotations?.summary ?? []),
    );
    expect(summaries).not.toEqual([]);
    expect(summaries.flatMap(avoidedIn)).toEqual([]);
  });

  it('codes become labels by a table that says each of them, never by taking their underscores away', () => {
    const shown = SOURCES.flatMap((place) => filesOf(place, /\.(tsx?|js)$/)).filter((path) =>
      /replace(?:All)?\((?:'_'|\/_\/g?), ' '\)/.test(readFileSync(path, 'utf8')),
    );
    expect(shown.map((path) => relative(ROOT, path))).toEqual([]);
  });
});

describe('a text with an avoided word is found', () => {
  const page = (source) => textsOf([['page.tsx', source]])[0].flatMap(({ text }) => avoidedIn(text));

  it.each([
    ['in a literal', "const a = 'The shop was told of it.';", 'told'],
    ['in a template', 'const a = `It is ${what} for good`;', 'for good'],
    ['between elements, over two lines', 'const a = <p>It is put\n  off</p>;', 'put off'],
    ['in an attribute that is read', '<Field label="Which they are" />', 'Which they are'],
    ['in one word of a label', "const a = { due: { text: 'postponed' } };", 'postponed'],
  ])('%s', (_where, source, word) => {
    expect(page(source)).toEqual([expect.stringContaining(`"${word}"`)]);
  });

  it.each([
    ['a mark of an element', '<p class="panel trouble">Refused</p>'],
    ['an address', 'const a = `/dead-letters/${id}`;'],
    ['a code', "if (outcome === 'postponed') stop();"],
    ['SQL', "const a = sql`SELECT 'told'`;"],
    ['a comment', '// nobody reads this on a page\nconst a = 1;'],
    ['letters of the alphabet', "const a = 'small letters and digits';"],
  ])('but not %s', (_what, source) => {
    expect(page(source)).toEqual([]);
  });

  it('in a document, but not in its commands', () => {
    const texts = textsOfMarkdown(
      '# Fix\n\n```sh\nhub told\n```\n\nRun `hub mend`, then [wait](for-good.md) anew.',
    );
    expect(texts.flatMap(({ text }) => avoidedIn(text))).toEqual(['"anew": write again']);
  });
});
