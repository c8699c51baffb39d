import { describe, expect, it } from '@jest/globals';
import { csvHead, csvRow } from './csv';

describe('a CSV file', () => {
  it('begins with a byte order mark, so that a spreadsheet reads Fjällräven', () => {
    const head = csvHead(['Märke', 'Size']);
    expect([...Buffer.from(head).subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x4d]);
    expect(head).toBe('\uFEFFMärke,Size\r\n');
  });
});

describe('a row of a CSV file', () => {
  it('follows RFC 4180', () => {
    expect(csvRow(['a', 'b "c"', 'd,e', 'f\ng', 'h\ri', null, 3, new Date(0)])).toBe(
      'a,"b ""c""","d,e","f\ng","h\ri",,3,1970-01-01T00:00:00.000Z\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '=HYPERLINK("https://x.example","y")'])(
    'keeps %j as text for a spreadsheet',
    (text) => {
      expect(csvRow([text])).toMatch(/^"?'/);
    },
  );

  it('keeps figures as they are, negative ones and fractions too', () => {
    expect(csvRow([-5, '-0.50', '-1/3', '-1+1'])).toBe("-5,-0.50,-1/3,'-1+1\r\n");
  });
});
