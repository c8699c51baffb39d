import { pagePath } from './places.mjs';

/** Lists that few read, and that name everything. */
const LISTS = /^docs\/operators\/(?:columns|licences)\.md$/;

const FOR_USERS = /^docs\/(?:integrators|operators|runbooks)\//;

/** Pages for developers of the hub are found after those for its users. */
const weightOf = (file) => (LISTS.test(file) ? 0.3 : FOR_USERS.test(file) ? 1 : 0.5);

/**
 * The script that gives the search of the site its entries, one for each section of each page. A script, because a page that is opened
 * from a folder may not fetch.
 *
 * @param {Map<string, import('./markdown.mjs').Section[]>} sections by file
 * @returns {string}
 */
export function searchEntries(sections) {
  const entries = [...sections].flatMap(([file, found]) =>
    found.map(({ anchor, heading, text }) => ({
      id: anchor === '' ? pagePath(file) : `${pagePath(file)}#${anchor}`,
      page: pagePath(file).replace(/(?:index)?\.html$/, ''),
      title: found[0].heading,
      heading: anchor === '' ? '' : heading,
      text,
      weight: weightOf(file),
    })),
  );
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}
