import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTRACT_FOLDER, redocly } from '../contract/redocly.mjs';
import { inProject } from '../project.mjs';
import { referencePath } from './places.mjs';

/** The script of Redocly's pages would show a picture from its maker's host. */
const OWN_SOURCES =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"img-src 'self' data:; connect-src 'self'; font-src 'self' data:\">";
/** They have no navigation of the site. */
const BACK =
  '<p style="margin:0;padding:.6rem 1.2rem;font-family:system-ui,sans-serif"><a href="index.html">HUB Network documentation</a></p>';

/**
 * Makes a page of each of the contract's documents. A page that is newer than its document stays.
 *
 * @param {string} output the folder of the site
 * @returns {Promise<string[]>} the pages
 */
export async function writeReferences(output) {
  const names = readdirSync(CONTRACT_FOLDER).filter((name) => name.endsWith('.json'));
  const pages = names.map((name) => referencePath(`docs/contract/${name}`));
  for (const [index, name] of names.entries()) {
    const page = join(output, pages[index]);
    if (!isNewer(page, join(CONTRACT_FOLDER, name))) await writeReference(name, page);
  }
  return pages;
}

async function writeReference(name, page) {
  const document = join(CONTRACT_FOLDER, name);
  const { info } = JSON.parse(readFileSync(document, 'utf8'));
  mkdirSync(dirname(page), { recursive: true });
  await redocly('build-docs', document, '--output', page, '--title', info.title, '--inlineBundle');
  writeFileSync(
    page,
    readFileSync(page, 'utf8')
      .replace(/<head[^>]*>/, (head) => head + OWN_SOURCES)
      .replace(/<body[^>]*>/, (body) => body + BACK),
  );
}

const isNewer = (page, document) =>
  existsSync(page) &&
  statSync(page).mtimeMs > statSync(document).mtimeMs &&
  statSync(page).mtimeMs > statSync(inProject('redocly.yaml')).mtimeMs;
