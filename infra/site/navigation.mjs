import { dirname, join } from 'node:path/posix';
import { isFirstPage } from './places.mjs';

/** Links to pages and folders, in the order of a page. */
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)/g;
/** The folder of pages that stand beside the code, and its name in the navigation. */
const CODE = { folder: '', title: 'Beside the code' };

/**
 * @typedef {{ file: string, title: string, source: string }} Page
 * @typedef {{ title: string, pages: Page[] }} Group
 */

/**
 * The navigation of the site, from the folders and the titles of their pages. Groups stand in the order in which the first page links
 * into them. The README of a folder names its group and comes first, then what it links to in that order, then the rest by title.
 *
 * @param {Page[]} pages
 * @returns {Group[]}
 */
export function navigation(pages) {
  const first = linksOf(pages.find(({ file }) => isFirstPage(file)));
  const folders = [...new Set(pages.map(({ file }) => folderOf(file)))];
  return folders
    .toSorted((one, other) => placeOf(one, first) - placeOf(other, first) || (one < other ? -1 : 1))
    .map((folder) =>
      groupOf(
        folder,
        pages.filter(({ file }) => folderOf(file) === folder),
      ),
    );
}

const folderOf = (file) => (file.startsWith('docs/') ? dirname(file) : CODE.folder);

/** `docs/` is first, a folder within a folder of it is beside that, and what stands beside the code is last. */
function placeOf(folder, links) {
  if (folder === CODE.folder) return links.length + 1;
  const [top, name] = folder.split('/');
  if (name === undefined) return -1;
  const place = links.findIndex((link) => `${link}/`.startsWith(`${top}/${name}/`));
  return place === -1 ? links.length : place;
}

function groupOf(folder, pages) {
  if (folder === CODE.folder)
    return { title: CODE.title, pages: pages.toSorted((one, other) => (one.file < other.file ? -1 : 1)) };
  const index = pages.find(({ file }) => file === join(folder, 'README.md'));
  const links = index ? linksOf(index) : [];
  const place = ({ file }) => (links.includes(file) ? links.indexOf(file) : links.length);
  const others = pages
    .filter((page) => page !== index)
    .toSorted((one, other) => place(one) - place(other) || one.title.localeCompare(other.title, 'en'));
  return { title: index?.title ?? nameOf(folder), pages: index ? [index, ...others] : others };
}

const linksOf = ({ file, source }) =>
  [...source.matchAll(LINK)].map(([, link]) => join(dirname(file), link).replace(/\/$/, ''));

/** Of a folder without a README, such as `docs/operators/runbooks`. */
function nameOf(folder) {
  const [above, name] = folder.split('/').slice(-2);
  return `${above.charAt(0).toUpperCase()}${above.slice(1)}: ${name}`;
}
