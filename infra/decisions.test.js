const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { sourceFiles } = require('./checks/source-files');
const { avoidedIn, textsOfMarkdown } = require('./words/avoided');

const ROOT = join(__dirname, '..');
const PAGES = join(ROOT, 'docs', 'decisions');
const MOST_WORDS = 1_500;
/** A page of decisions, and a heading of it, wherever they are cited: in a link, or in a comment. */
const CITATION = /\bdecisions\/([\w-]+\.md)(?:#([\w-]+))?/g;
/** Links from one page of decisions to another, or to a heading of the page itself. */
const BESIDE = /\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g;
/** The former numbered records: git has them. */
const NUMBERED = /\b(?:decision )?record \d+\b|\bdecision \d{1,2}\b|\bdecisions\/\d/i;
/** The broker's noun, which the decisions use too. */
const DEAD_LETTER = /\bdead[- ]letters?\b/gi;
const CITING = /\.(?:[jt]sx?|mjs|md|ya?ml|sql|sh|prisma)$/;
/** Migrations that were applied are not edited; the site is generated; licences have huge lines. */
const WITHOUT = ['migrations', 'site', 'licences.md'];

const pages = new Map(
  readdirSync(PAGES)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(PAGES, name), 'utf8')]),
);
const topics = [...pages.keys()].filter((name) => name !== 'README.md');

describe('a page of decisions', () => {
  it.each(topics)('%s has fewer than 1 500 words', (name) => {
    expect(wordsOf(pages.get(name))).toBeLessThan(MOST_WORDS);
  });

  it.each(topics)('%s uses the words of this project', (name) => {
    const faults = textsOfMarkdown(pages.get(name)).flatMap(({ line, text }) =>
      avoidedIn(text.replaceAll(DEAD_LETTER, '')).map((fault) => `line ${line}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('stands once in the index', () => {
    const listed = [...pages.get('README.md').matchAll(BESIDE)].map(([, name]) => name);
    expect([...listed].sort()).toEqual([...topics].sort());
  });

  it.each(topics)('%s has each heading once, so that a citation means one place', (name) => {
    const headings = headingsOf(pages.get(name));
    expect(headings).toEqual([...new Set(headings)]);
  });

  it('leads to pages and headings that are there', () => {
    const links = [...pages].flatMap(([name, text]) => citationsIn(text, BESIDE, name));
    expect(links.length).toBeGreaterThan(20);
    expect(links.flatMap(lost)).toEqual([]);
  });
});

describe('what code and documents cite', () => {
  const files = sourceFiles(ROOT, { ending: CITING, without: WITHOUT }).filter((path) => path !== __filename);
  const texts = files.map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]);

  it('is a page of decisions that is there, and a heading of it', () => {
    const citations = texts.flatMap(([path, text]) => citationsIn(text, CITATION, path));
    expect(citations.length).toBeGreaterThan(20);
    expect(citations.flatMap(lost)).toEqual([]);
  });

  it('is no record by its number', () => {
    const numbered = texts.filter(([, text]) => NUMBERED.test(text)).map(([path]) => path);
    expect(numbered).toEqual([]);
  });
});

describe('a citation', () => {
  it.each([
    ['of a page that is not there', 'decisions/stocks.md'],
    ['of a heading that is not there', 'decisions/stock.md#sending'],
  ])('%s is found', (_what, text) => {
    expect(citationsIn(text, CITATION, 'a.ts').flatMap(lost)).toEqual([
      `a.ts cites ${text.slice('decisions/'.length)}`,
    ]);
  });

  it.each(['as record 64 says', '(decision 7)', '[why](docs/decisions/0064-links-by-people.md)'])(
    'by number is found: %s',
    (text) => expect(text).toMatch(NUMBERED),
  );
});

const wordsOf = (text) => text.split(/\s+/).filter((word) => word !== '').length;

/** As a page is linked to: the words of its heading in lower case. */
function headingsOf(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/**
 * @param {string} from the file with the text; without a page a link leads to the file itself
 * @returns {{ from: string, page: string, heading: string | undefined }[]}
 */
function citationsIn(text, pattern, from) {
  return [...text.matchAll(pattern)].map(([, page = from, heading]) => ({ from, page, heading }));
}

function lost({ from, page, heading }) {
  const text = pages.get(page);
  const isThere = text !== undefined && (heading === undefined || headingsOf(text).includes(heading));
  return isThere ? [] : [`${from} cites ${page}${heading === undefined ? '' : `#${heading}`}`];
}
