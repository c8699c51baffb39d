import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { LinkTrend } from './link-trend';

const day = (date: string, linked: number, withoutBarcode: number) => ({
  day: new Date(date),
  linked,
  withoutBarcode,
  invalidBarcodes: 0,
  duplicateBarcodes: 0,
});

describe('the share of linked variants over time', () => {
  it('is drawn at its days between 0 and 100, and described as text', () => {
    const html = renderToString(
      <LinkTrend days={[day('2026-11-20', 0, 10), day('2026-11-21', 5, 5), day('2026-11-24', 10, 0)]} />,
    ).replaceAll('\u00a0', ' ');
    expect(html).toContain('points="4.0,92.0 122.0,48.0 476.0,4.0"');
    expect(html).toContain('0 % of variants linked on 2026-11-20, 100 % on 2026-11-24.');
  });

  it('is only text for one day, and nothing for none', () => {
    const one = renderToString(<LinkTrend days={[day('2026-11-20', 2, 1)]} />);
    expect(one).not.toContain('<svg');
    expect(one.replaceAll('\u00a0', ' ')).toContain('66 % of variants linked on 2026-11-20.');
    expect(renderToString(<LinkTrend days={[]} />)).toBe('');
  });

  it('is 0 for an empty catalogue', () => {
    expect(renderToString(<LinkTrend days={[day('2026-11-20', 0, 0)]} />)).toContain('0\u00a0%');
  });
});
