import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { inProject } from '../project.mjs';
import { CONTRACT_FOLDER, redocly } from './redocly.mjs';
import { pageOf } from './site-page.mjs';

/** `npm run docs`: the guide and the contract's documents as a site that needs no server and no network. */
const GUIDE_FOLDER = inProject('docs', 'integrators');
const [SITE_FOLDER = inProject('docs', 'site')] = process.argv.slice(2);

/** Of each document: its page, and what the menu calls it. */
const REFERENCES = [
  ['store-api.openapi.json', 'OpenAPI: your endpoints'],
  ['event-address.openapi.json', 'OpenAPI: the address of events'],
  ['events.asyncapi.json', 'AsyncAPI: your events'],
  ['door.openapi.json', 'OpenAPI: your own door'],
];
const ORDER = [
  'README',
  'getting-started',
  'with-the-kit',
  'signing',
  'events',
  'endpoints',
  'answers',
  'rules',
  'environment-sheet',
  'going-live',
  'questions',
];

const markdown = new MarkdownIt({ html: true }).use(anchor, {
  slugify,
  permalink: anchor.permalink.headerLink(),
});

rmSync(SITE_FOLDER, { recursive: true, force: true });
mkdirSync(SITE_FOLDER, { recursive: true });
const pages = readGuide();
const menu = [
  ...pages.map(({ file, title }) => ({ href: file, title })),
  ...REFERENCES.map(([name, title]) => ({ href: name.replace('.json', '.html'), title })),
];
for (const { file, title, body } of pages)
  writeFileSync(join(SITE_FOLDER, file), pageOf({ file, title, body, menu }));
// Files to copy, which their page links to.
cpSync(join(GUIDE_FOLDER, 'signing'), join(SITE_FOLDER, 'signing'), { recursive: true });
for (const [name, title] of REFERENCES) {
  cpSync(join(CONTRACT_FOLDER, name), join(SITE_FOLDER, name));
  const output = join(SITE_FOLDER, name.replace('.json', '.html'));
  await redocly(
    'build-docs',
    join(CONTRACT_FOLDER, name),
    '--output',
    output,
    '--title',
    title,
    '--inlineBundle',
  );
}

function readGuide() {
  const names = readdirSync(GUIDE_FOLDER).filter((name) => name.endsWith('.md'));
  const place = (name) =>
    ORDER.indexOf(basename(name, '.md')) + (ORDER.includes(basename(name, '.md')) ? 0 : ORDER.length);
  return names
    .toSorted((one, other) => place(one) - place(other))
    .map((name) => {
      const text = readFileSync(join(GUIDE_FOLDER, name), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      return { file: htmlOf(name), title, body: withLinks(markdown.render(text)) };
    });
}

/** Pages link to pages as files of the repository; the site's are elsewhere. */
function withLinks(html) {
  return html.replace(
    /href="([^"#:]+)(#[^"]*)?"/g,
    (_all, path, hash = '') => `href="${linkTo(path)}${hash}"`,
  );
}

function linkTo(path) {
  const document = REFERENCES.find(([name]) => path === `../contract/${name}`);
  if (document) return document[0].replace('.json', '.html');
  if (!path.endsWith('.md')) return path;
  return path.includes('/') ? path : htmlOf(path);
}

function htmlOf(name) {
  return name === 'README.md' ? 'index.html' : name.replace(/\.md$/, '.html');
}

/** As GitHub names headings. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
