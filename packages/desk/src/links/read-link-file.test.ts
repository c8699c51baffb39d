import { describe, expect, it } from '@jest/globals';
import { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE, readLinkFile } from './read-link-file';

const ONE = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11';
const TWO = '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b12';
const LEAD = ['confirm', 'refuse', 'undo'] as const;
const HEADER = 'Proposal,Decision,Product';
const read = (...lines: string[]) => readLinkFile([HEADER, ...lines].join('\r\n'), LEAD);

describe('a file of decisions, as people edit it', () => {
  it('has a decision in the lines that state one, and skips the others', () => {
    expect(read(`${ONE},confirm,Rope`, `${TWO},,Rope`)).toEqual({
      chosen: [{ id: ONE, decision: 'confirm', line: 2 }],
      faults: [],
    });
  });

  it('may have its columns in another order, other ones, a semicolon, a byte order mark and capitals', () => {
    const text = `\uFEFFMine;Decision;Proposal\n;Refuse;${ONE.toUpperCase()}\n`;
    expect(readLinkFile(text, LEAD)).toEqual({
      chosen: [{ id: ONE, decision: 'refuse', line: 2 }],
      faults: [],
    });
  });

  it('reports all its faults at once, each with line and column, and no value', () => {
    const { faults } = read(
      `${ONE},confirm,"A title\nof two lines"`,
      `${ONE},undo,Twice`,
      `secret,maybe,Both wrong`,
      `${TWO},refuse`,
    );
    expect(faults).toEqual([
      { line: 4, field: 'Proposal', message: 'Line 2 decides on this proposal already.' },
      { line: 5, field: 'Proposal', message: 'This is no id of a proposal.' },
      { line: 5, field: 'Decision', message: 'One of confirm, refuse, undo, or nothing.' },
      { line: 6, field: '', message: 'It has 2 columns, the first line 3.' },
    ]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });

  it.each([
    ['no such column', 'Proposal,Product', [{ line: 1, field: 'Decision' }]],
    ['nothing', '', [{ field: 'Proposal' }, { field: 'Decision' }]],
    ['a column twice', 'Proposal,Decision,Decision', [{ line: 1, field: 'Decision' }]],
    ['no CSV', `${HEADER}\n"${ONE}"x,confirm,`, [{ line: 2, field: '' }]],
    ['an open quotation mark', `${HEADER}\n"${ONE}`, [{ field: '' }]],
    ['too much', `${HEADER}\n${','.repeat(LARGEST_LINK_FILE)}`, [{ field: '' }]],
  ])('with %s is not read', (_what, text, faults) => {
    expect(readLinkFile(text, LEAD)).toMatchObject({ chosen: [], faults });
  });

  it('has at most the maximum of decisions', () => {
    const lines = Array.from(
      { length: MOST_LINKS_IN_FILE + 1 },
      (_, index) => `${ONE.slice(0, -4)}${String(index).padStart(4, '0')},confirm,`,
    );
    expect(read(...lines).faults).toMatchObject([{ field: 'Decision' }]);
    expect(read(...lines.slice(1)).faults).toEqual([]);
  });
});
