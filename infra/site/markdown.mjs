import { dirname, join } from 'node:path/posix';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { linkOnSite } from './places.mjs';

/** The level of a row of a table among those of headings. */
const ROW = 7;

/**
 * What a reader finds by search: a page from one heading to the next, or a row of a table that explains a code.
 *
 * @typedef {{ anchor: string, heading: string, level: number, text: string }} Section
 */

/**
 * The Markdown of the repository as pages: links lead to pages of the site, wide tables scroll within themselves, and headings
 * have the anchors that GitHub gives them.
 *
 * @param {(file: string, sections: Section[]) => void} onPage gets the sections of each page that is rendered
 * @returns {MarkdownIt}
 */
export function siteMarkdown(onPage) {
  const markdown = new MarkdownIt({ html: true }).use(anchor, {
    slugify,
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
  });
  markdown.core.ruler.push('links of the site', ({ tokens, env }) => {
    for (const { children } of tokens) if (children) rewriteLinks(children, fileOf(env));
  });
  markdown.core.ruler.push('sections', ({ tokens, env }) => {
    onPage(fileOf(env), sectionsOf(tokens));
  });
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, index) => {
    const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length;
    return `<div class="wide" tabindex="0" role="region" aria-label="Table ${number}"><table>`;
  };
  rules.table_close = () => '</table></div>';
  const fence = rules.fence.bind(rules);
  rules.fence = (...given) => fence(...given).replace('<pre>', '<pre tabindex="0">');
  return markdown;
}

const fileOf = ({ page }) => page.inputPath.replace(/^\.\//, '');

/** What the site does not have stays as text, with its place in the repository. */
function rewriteLinks(tokens, file) {
  const open = [];
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', linkOnSite(file, token.attrGet('src')) ?? '');
    if (token.type === 'link_open') {
      const href = linkOnSite(file, token.attrGet('href'));
      open.push(href);
      if (href === null) asText(token, file);
      else token.attrSet('href', href);
    }
    if (token.type === 'link_close' && open.pop() === null) token.tag = 'span';
  }
}

function asText(token, file) {
  const place = join(dirname(file), token.attrGet('href'));
  token.tag = 'span';
  token.attrs = [
    ['class', 'in-repository'],
    ['title', `In the repository: ${place}`],
  ];
}

/** @returns {Section[]} */
function sectionsOf(tokens) {
  const ids = new Set(tokens.map((token) => token.attrGet('id')));
  let current = { anchor: '', heading: '', level: 1, text: '' };
  const sections = [current];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1].children);
      if (token.tag === 'h1') current.heading = heading;
      else {
        const level = Number(token.tag.slice(1));
        current = { anchor: token.attrGet('id'), heading, level, text: '' };
        sections.push(current);
      }
    } else if (token.type === 'tr_open') {
      const cells = cellsOf(tokens, index);
      const text = cells.map(textOf).join(' ');
      const code = codeOfRow(cells);
      if (code === undefined) current.text += `${text} `;
      else {
        const id = freeId(slugify(code), ids);
        token.attrSet('id', id);
        sections.push({ anchor: id, heading: code, level: ROW, text });
      }
    } else if (token.type === 'fence' || token.type === 'code_block') current.text += `${token.content} `;
    else if (token.type === 'inline' && !/^(?:heading|t[dh])_open$/.test(tokens[index - 1].type))
      current.text += `${textOf(token.children)} `;
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}

function cellsOf(tokens, row) {
  const end = tokens.findIndex(({ type }, index) => index > row && type === 'tr_close');
  return tokens
    .slice(row, end)
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => children);
}

/** A row of a reference: its first or second cell is one code, such as a variable or an error. */
const codeOfRow = (cells) =>
  cells
    .slice(0, 2)
    .map((cell) => cell.filter(({ type, content }) => type === 'code_inline' || content.trim() !== ''))
    .find(([first, ...others]) => first?.type === 'code_inline' && others.length === 0)?.[0].content;

function freeId(preferred, ids) {
  let id = preferred;
  for (let number = 1; ids.has(id); number += 1) id = `${preferred}-${number}`;
  ids.add(id);
  return id;
}

const textOf = (tokens) =>
  tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');

/** As GitHub names headings. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-');
}
