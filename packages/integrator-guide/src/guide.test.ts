import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GUIDE_FOLDER } from './folders';
import { filledPages, readPages, sections } from './guide';
import { blocksOf, fillBlocks } from './markdown';

const pages = [...readPages()];

describe('docs/integrators', () => {
  it.each(pages)('%s matches the code (npm run docs fills it again)', (name, page) => {
    expect(page).toBe(filledPages().get(name));
  });

  it('holds every generated section once', () => {
    const blocks = pages.flatMap(([, page]) => blocksOf(page));
    expect(blocks.toSorted()).toEqual([...sections().keys()].toSorted());
  });

  it.each(pages)('%s has no dead links', (_name, page) => {
    const broken = linksOf(page).filter((link) => !leadsSomewhere(link));
    expect(broken).toEqual([]);
  });
});

describe('a block without a section', () => {
  it('is reported, not skipped', () => {
    expect(() => fillBlocks('<!-- generated: no such -->\n<!-- end -->', sections())).toThrow(
      'no section "no such"',
    );
  });
});

function linksOf(page: string): string[] {
  const text = page.replace(/```[^]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link ?? '')
    .filter((link) => !/^https?:/.test(link));
}

function leadsSomewhere(link: string): boolean {
  const [file = '', anchor] = link.split('#');
  if (!existsSync(join(GUIDE_FOLDER, file))) return false;
  if (anchor === undefined) return true;
  const page = dirname(file) === '.' ? readPages().get(file) : undefined;
  return page !== undefined && headingsOf(page).includes(anchor);
}

/** Headings as GitHub and the site name them. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
