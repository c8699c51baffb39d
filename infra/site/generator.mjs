import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Eleventy } from '@11ty/eleventy';
import { PROJECT_ROOT, readManifest } from '../project.mjs';
import { siteMarkdown } from './markdown.mjs';
import { navigation } from './navigation.mjs';
import { isFirstPage, linkToPage, NO_PAGES, pagePath, toTop } from './places.mjs';
import { searchEntries } from './search-entries.mjs';

const HERE = 'infra/site';
/** Its form for a `<script>` of a page. */
const MINISEARCH = join(
  dirname(createRequire(import.meta.url).resolve('minisearch')),
  '..',
  'umd',
  'index.js',
);
/** Files of `docs/` that pages show or offer, as `{ from: to }`. */
const COPIES = {
  'docs/integrators/signing': 'integrators/signing',
  'docs/operators/pictures': 'operators/pictures',
  'docs/contract/*.json': 'contract',
  'services/support/assets/icon.svg': 'assets/icon.svg',
  [`${HERE}/assets`]: 'assets',
  [relative(PROJECT_ROOT, MINISEARCH)]: 'assets/minisearch.js',
};

/**
 * The generator of the site: Eleventy over the Markdown of the repository as it is. Paths are relative to the project, which must be
 * the current folder.
 *
 * @param {{ output: string, runMode?: 'build' | 'serve' }} options
 * @returns {Promise<Eleventy>}
 */
export async function createGenerator({ output, runMode = 'build' }) {
  process.chdir(PROJECT_ROOT);
  const eleventy = new Eleventy('.', output, {
    quietMode: true,
    runMode,
    configPath: false,
    config: (config) => configure(config, output),
  });
  await eleventy.init();
  // While it watches, its log is all that shows a fault; a build throws it.
  if (runMode === 'build') eleventy.disableLogger();
  return eleventy;
}

function configure(config, output) {
  /** Of each page, by its file, as it was rendered last. */
  const sections = new Map();
  for (const place of NO_PAGES) config.ignores.add(place);
  config.setTemplateFormats(['md']);
  config.setIncludesDirectory(HERE);
  config.setDataDirectory(`${HERE}/no-data`);
  config.addPassthroughCopy(COPIES);
  config.setLibrary(
    'md',
    siteMarkdown((file, found) => sections.set(file, found)),
  );
  config.addGlobalData('layout', 'page.njk');
  config.addGlobalData('templateEngineOverride', 'md');
  config.addGlobalData('version', readManifest().version);
  config.addGlobalData('eleventyComputed', {
    permalink: ({ page }) => pagePath(fileOf(page)),
  });
  config.addFilter('frameOf', (page, all) => frameOf(fileOf(page), groupsOf(all)));
  config.addFilter('partsOf', (page) => sections.get(fileOf(page)).filter(({ level }) => level === 2));
  config.on('eleventy.before', () => sections.clear());
  config.on('eleventy.after', () => {
    const assets = join(output, 'assets');
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(assets, 'search-entries.js'), searchEntries(sections));
  });
}

const fileOf = ({ inputPath }) => inputPath.replace(/^\.\//, '');

/** The same for every page of a run. */
const known = new WeakMap();

/** @returns {import('./navigation.mjs').Group[]} */
function groupsOf(all) {
  if (!known.has(all)) known.set(all, navigation(all.map(pageOf)));
  return known.get(all);
}

const pageOf = ({ page, rawInput }) => ({
  file: fileOf(page),
  source: rawInput,
  title: /^# (.+)$/m.exec(rawInput)?.[1].replaceAll('`', '').trim() ?? fileOf(page),
});

/** What surrounds the text of a page. */
function frameOf(file, groups) {
  const here = groups.find((group) => group.pages.some((page) => page.file === file));
  const index = here.pages.findIndex((page) => page.file === file);
  const linkTo = (page) => page && { title: page.title, href: linkToPage(file, page.file) };
  return {
    title: here.pages[index].title,
    isFirst: isFirstPage(file),
    file,
    top: toTop(file),
    before: linkTo(here.pages[index - 1]),
    after: linkTo(here.pages[index + 1]),
    groups: groups.map((group) => ({
      title: group.title,
      isOpen: group === here,
      links: group.pages.map((page) => ({ ...linkTo(page), isHere: page.file === file })),
    })),
  };
}
