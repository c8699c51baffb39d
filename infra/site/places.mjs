import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { inProject } from '../project.mjs';

/** Markdown of the repository that is no page: notes for the next release, and what a new adapter starts from. */
export const NO_PAGES = ['.changeset/**', 'packages/store-kit/template/**'];
const IS_NO_PAGE = /^(?:\.changeset|packages\/store-kit\/template)\//;
const FIRST_PAGE = 'docs/README.md';
/** The contract's documents for machines, each of which has a page that Redocly makes. */
const CONTRACT_DOCUMENT = /^docs\/contract\/[\w-]+\.(?:openapi|asyncapi)\.json$/;
/** Files beside the pages that the pages show or offer. */
const COPIED = /^docs\/(?:contract\/[^/]+\.json|integrators\/signing\/.+|operators\/pictures\/.+)$/;

/**
 * Where a Markdown file of the repository is on the site. A README is the index of its folder, and `docs/` is the top of the site.
 *
 * @param {string} file its path in the repository
 * @returns {string} a path without a leading slash
 */
export function pagePath(file) {
  if (file === 'README.md') return 'README.html';
  const inSite = file.replace(/^docs\//, '');
  return inSite === 'README.md' || inSite.endsWith('/README.md')
    ? inSite.replace(/README\.md$/, 'index.html')
    : inSite.replace(/\.md$/, '.html');
}

/**
 * Where a file of the repository is on the site.
 *
 * @param {string} file its path in the repository; of a folder it is the page of its README
 * @returns {string | null} null if the site does not have it
 */
function sitePath(file) {
  if (CONTRACT_DOCUMENT.test(file)) return referencePath(file);
  if (COPIED.test(file)) return withoutDocs(file);
  const page = file.endsWith('.md') ? file : join(file, 'README.md');
  return isFile(page) && !IS_NO_PAGE.test(page) ? pagePath(page) : null;
}

/** @param {string} file a document of the contract @returns {string} its page on the site */
export const referencePath = (file) => withoutDocs(file).replace(/\.json$/, '.html');

/** @param {string} file @returns {string} where a copied file is on the site */
const withoutDocs = (file) => file.replace(/^docs\//, '');

/**
 * A link of a page as a link of the site. Links are relative, so that the site works at any address and from a folder.
 *
 * @param {string} from the Markdown file that has the link
 * @param {string} href as it is written there
 * @returns {string | null} null if the site does not have what it leads to
 */
export function linkOnSite(from, href) {
  if (/^(?:[a-z]+:|#)/i.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = sitePath(join(dirname(from), decodeURIComponent(path)));
  if (target === null) return null;
  const link = relative(`/${dirname(pagePath(from))}`, `/${target}`);
  return anchor === undefined ? link : `${link}#${anchor}`;
}

/** @param {string} from a Markdown file @param {string} to another @returns {string} the link from page to page */
export const linkToPage = (from, to) => toTop(from) + pagePath(to);

/** @param {string} file a Markdown file @returns {string} the way from its page to the top of the site: empty, or `../` */
export const toTop = (file) => '../'.repeat(pagePath(file).split('/').length - 1);

/** @param {string} file @returns {boolean} whether it is the first page of the site */
export const isFirstPage = (file) => file === FIRST_PAGE;

function isFile(path) {
  return existsSync(inProject(path)) && statSync(inProject(path)).isFile();
}
