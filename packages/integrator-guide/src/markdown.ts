/** A table; a bar within a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const BLOCK = /<!-- generated: (.+?) -->\n[^]*?<!-- end -->/g;

/**
 * Fills the generated blocks of a page: the text between `<!-- generated: name -->` and `<!-- end -->`. Throws if no
 * section has the name.
 */
export function fillBlocks(page: string, sections: ReadonlyMap<string, string>): string {
  return page.replace(BLOCK, (_all, name: string) => {
    const section = sections.get(name);
    if (section === undefined) throw new Error(`no section "${name}" is generated`);
    return [
      `<!-- generated: ${name} -->`,
      '<!-- prettier-ignore-start -->',
      '',
      section,
      '',
      '<!-- prettier-ignore-end -->',
      '<!-- end -->',
    ].join('\n');
  });
}

export function blocksOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].map(([, name]) => name ?? '');
}
