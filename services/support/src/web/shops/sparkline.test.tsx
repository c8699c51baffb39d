import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { Sparkline } from './sparkline';

describe('a sparkline', () => {
  it('draws each hour within its frame, and says the same as text', () => {
    const svg = renderToString(<Sparkline counts={[0, 1_500, 750]} of="calls to Nordic" />);
    expect(svg).toContain('points="2.0,22.0 48.0,2.0 94.0,12.0"');
    expect(svg.replaceAll('\u00a0', ' ')).toContain(
      'calls to Nordic: 2 250 in 3 hours, at most 1 500 in one',
    );
  });

  it('is a line at the bottom for no values', () => {
    expect(renderToString(<Sparkline counts={[0, 0]} of="x" />)).toContain('points="2.0,22.0 94.0,22.0"');
  });
});
