import { expect, it } from '@jest/globals';
import { slackText } from './webhook';

it('markup in a message stays text', () => {
  expect(slackText({ ids: ['1'], title: 'Case opened: <b>', lines: ['<!channel> & more'] })).toBe(
    '*Case opened: &lt;b&gt;*\n• &lt;!channel&gt; &amp; more',
  );
});
