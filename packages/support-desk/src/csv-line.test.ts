import { describe, expect, it } from '@jest/globals';
import { csvLine } from './csv-line';

describe('a line of a CSV file', () => {
  it('follows RFC 4180', () => {
    expect(csvLine(['a', 'b "c"', 'd,e', 'f\ng', null, 3, new Date(0)])).toBe(
      'a,"b ""c""","d,e","f\ng",,3,1970-01-01T00:00:00.000Z',
    );
  });

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '=HYPERLINK("https://x.example","y")'])(
    'keeps %j as text for a spreadsheet',
    (text) => {
      expect(csvLine([text])).toMatch(/^"?'/);
    },
  );

  it('keeps figures as they are, negative ones and fractions too', () => {
    expect(csvLine([-5, '-0.50', '-1/3', '-1+1'])).toBe("-5,-0.50,-1/3,'-1+1");
  });
});
