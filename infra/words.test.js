const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { parse } = require('yaml');
const { sourceFiles } = require('./checks/source-files');
const { avoidedIn, textsOfMarkdown } = require('./words/avoided');
const { avoidedInName, avoidedInPath } = require('./words/avoided-names');
const { paragraphsOf, paragraphsOfComment } = require('./words/paragraphs');
const { forbiddenIn } = require('./words/phrases');
const { TEXT_SOURCES } = require('./words/places');
const { sentenceFaults } = require('./words/sentences');

const ROOT = join(__dirname, '..');
const RUNBOOKS = ['docs/runbooks', 'docs/operators/runbooks'];

/** What agents, shops and operators see in pages, mails and commands. */
const ON_PAGES = /^(?:services\/support|packages\/(?:alerts|cli|desk|orders))\//;

const filesOf = (place, ending) =>
  sourceFiles(join(ROOT, place), { ending }).filter((path) => !/\.test\.tsx?$/.test(path));

/** What a program of `words/` reads in each source, of which there may be any number. */
function readBy(program, sources) {
  const main = join(__dirname, 'words', program);
  const out = execFileSync(process.execPath, [main], { input: JSON.stringify(sources), maxBuffer: 2 ** 28 });
  return JSON.parse(out.toString());
}

const textsOf = (sources) => readBy('read-texts-main.mjs', sources);
const namesOf = (sources) => readBy('read-names-main.mjs', sources);

const readAll = (paths) => paths.map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]);

/** As `file:line: "word": write …`. */
const faultsIn = (path, texts) =>
  texts.flatMap(({ line, text }) => avoidedIn(text).map((fault) => `${path}:${line}: ${fault}`));

describe('what agents, shops and operators read, by the words of this project', () => {
  it.each(TEXT_SOURCES)('pages, mails, commands, errors and log messages of %s', (place) => {
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
    const shown = TEXT_SOURCES.filter((place) => ON_PAGES.test(place))
      .flatMap((place) => filesOf(place, /\.(tsx?|js)$/))
      .filter((path) => /replace(?:All)?\((?:'_'|\/_\/g?), ' '\)/.test(readFileSync(path, 'utf8')));
    expect(shown.map((path) => relative(ROOT, path))).toEqual([]);
  });
});

describe('names in the code, by the words of this project', () => {
  const code = ['adapters', 'bench', 'e2e', 'infra', 'packages', 'prisma', 'services'].flatMap((place) =>
    sourceFiles(join(ROOT, place), { ending: /\.(?:tsx?|m?js)$/ }),
  );

  it('of variables, members, types and SQL aliases', () => {
    const sources = readAll(code);
    const names = namesOf(sources);
    const found = sources.flatMap(([path], index) =>
      names[index].flatMap(({ line, name }) =>
        avoidedInName(path, name).map((fault) => `${path}:${line}: ${fault}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('of files and folders', () => {
    expect([...new Set(code.flatMap((path) => avoidedInPath(relative(ROOT, path))))]).toEqual([]);
  });

  const inCode = (source) =>
    namesOf([['packages/desk/src/page.ts', source]])[0].flatMap(({ name }) =>
      avoidedInName('packages/desk/src/page.ts', name),
    );

  it.each([
    ['a variable', 'const wanted = 1;', 'wanted'],
    ['a member', 'const a = { letterOf: 1 };', 'letterOf'],
    ['a type', 'interface ForetoldEffect { a: 1 }', 'ForetoldEffect'],
    ['a constant', 'const TOLD_BY_STATE = 1;', 'TOLD_BY_STATE'],
    ['several words', 'const outOfStepSince = 1;', 'outOfStepSince'],
    ['an alias in SQL', 'const a = sql`SELECT n.target AS "wanted" FROM n`;', 'wanted'],
    ['a table of a query', 'const a = sql`WITH wanted AS MATERIALIZED (SELECT 1) SELECT 1`;', 'wanted'],
  ])('an avoided word is found in the name of %s', (_of, source, name) => {
    expect(inCode(source)).toEqual([expect.stringContaining(`${name}: write`)]);
  });

  it.each([
    ['a column', 'const a = sql`SELECT n.wanted AS target FROM n`;'],
    ['a dead letter', 'const aDeadLetter = DEAD_LETTERS_QUEUE;'],
    ['the verb', 'gate.pass(); check.passes();'],
    ['a text', "const a = 'wanted';"],
  ])('but not %s', (_what, source) => {
    expect(inCode(source)).toEqual([]);
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
    ['a prefix that is compared', "if (outcome.startsWith('put off: ')) stop();"],
    ['SQL', "const a = sql`SELECT 'told'`;"],
    ['a comment', '// nobody reads this on a page\nconst a = 1;'],
    [
      'letters of the alphabet',
      "const a = 'small letters and digits, a letter or digit, letters beyond ASCII';",
    ],
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

describe('prose that breaks a rule is found (npm run check)', () => {
  const words = (count) => Array.from({ length: count }, () => 'word').join(' ');
  const inDocument = (source) =>
    paragraphsOf(source).flatMap(({ text, isCell }) => [
      ...forbiddenIn(text),
      ...sentenceFaults(text, { isCell }),
    ]);
  const inComment = (comment) =>
    paragraphsOfComment(comment).flatMap((text) => [...forbiddenIn(text), ...sentenceFaults(text)]);

  it.each([
    ['The store says that it has none.', 'store says'],
    ['The database is away.', 'is away'],
    ['RabbitMQ is not\nwell.', 'is not well'],
    ['It is written once more.', 'once more'],
    ['Ten at the most.', 'at the most'],
    ['It is tried without end.', 'without end'],
    ['After a quarter of an hour it ends.', 'quarter of an hour'],
    ['It begins anew.', 'anew'],
    ['Whoever reads it.', 'Whoever'],
    ['It is out of step.', 'out of step'],
    ['Lock the order → write it.', 'r →'],
    ['- a claim → a call', 'm →'],
  ])('%j', (source, phrase) => {
    expect(inDocument(source)).toEqual([expect.stringContaining(`"${phrase}": write`)]);
  });

  it.each([
    ['long', `${words(41)}.`, 'has 41 words'],
    ['joined by semicolons', `One ${words(20)}; two; three.`, 'has 2 semicolons'],
    ['long with a code', `Good. Good ${words(40)}, \`one code\`.`, 'has 42 words'],
  ])('a sentence that is several: %s', (_how, source, fault) => {
    expect(inDocument(source)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['Pure.', 'Pure.'],
    ['Chooses a shop. Pure.', '. Pure.'],
    [' * One line.\n * @returns null if nobody did', 'nobody'],
  ])('in a comment: %j', (comment, phrase) => {
    expect(inComment(comment)).toEqual([expect.stringContaining(`"${phrase}": write`)]);
  });

  it.each([
    ['two sentences', `One ${words(39)}. Two ${words(39)}.`],
    ['what a person says', 'The shop says that it has none.'],
    ['a code or an address', '`nobody` is the user, as [the page](nobody.md) explains.'],
    ['a command', '```sh\necho nobody\n```'],
    [
      'a list in a cell of a table',
      `| state | meaning |\n| --- | --- |\n| a | ${words(20)}; two; three; four |`,
    ],
    ['a conversion of figures', '`0.5` → `50 %`, and 6.76… → 6.77.'],
    ['a word of which a phrase is part', 'A well-formed answer; the goods go to the next shop.'],
  ])('but not %s', (_what, source) => {
    expect(inDocument(source)).toEqual([]);
  });
});
