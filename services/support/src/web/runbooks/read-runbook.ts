import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

/** A page of docs/runbooks, as content of a page of the desk. */
export interface Runbook {
  /** Its file name without the extension. */
  name: string;
  title: string;
  /** Rendered from our own file, so it is safe as it is. */
  html: string;
}

/** In an image next to `dist`; otherwise in the repository. */
const FOLDERS = [
  join(__dirname, '..', '..', '..', 'runbooks'),
  join(__dirname, '..', '..', '..', '..', '..', 'docs', 'runbooks'),
];
const NAME = /^(?:README|[a-z][a-z-]*)$/;
/** Reads a runbook. Null: there is none of that name. */
export async function readRunbook(name: string): Promise<Runbook | null> {
  const folder = FOLDERS.find((one) => existsSync(one));
  if (folder === undefined || !NAME.test(name)) return null;
  const text = await readFile(join(folder, `${name}.md`), 'utf8').catch(() => null);
  if (text === null) return null;
  const [first = '', ...rest] = text.split('\n');
  return { name, title: first.replace(/^#\s*/, ''), html: markdown.render(rest.join('\n')) };
}

const markdown = new MarkdownIt({ html: false });
const { rules } = markdown.renderer;
let tables = 0;
rules['table_open'] = () => {
  tables += 1;
  return `<div class="scroll" role="region" tabindex="0" aria-label="Table ${tables}"><table>`;
};
rules['table_close'] = () => '</table></div>';
markdown.core.ruler.push('links between pages', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (typeof href === 'string') token.attrSet('href', addressOf(href));
  }
});

/** A link between files becomes a link between pages. */
function addressOf(href: string): string {
  const [file = '', part] = href.split('#');
  if (!file.endsWith('.md')) return href;
  const page = file === 'README.md' ? '/runbooks' : `/runbooks/${file.slice(0, -'.md'.length)}`;
  return part === undefined ? page : `${page}#${part}`;
}
