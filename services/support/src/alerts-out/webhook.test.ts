import { expect, it } from '@jest/globals';
import { slackText } from './webhook';

it('markup in a message stays text', () => {
  expect(slackText({ group: 'shop nordic', ids: ['A-1'], lines: ['<!channel> & more'] })).toBe(
    '*shop nordic: 1 alert*\n• &lt;!channel&gt; &amp; more',
  );
});
