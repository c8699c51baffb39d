import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { messageMapDocument } from './message-map-document';

describe('docs/message-map.md', () => {
  it('matches the code (npm run docs regenerates it)', () => {
    const file = join(__dirname, '..', '..', '..', 'docs', 'message-map.md');
    expect(readFileSync(file, 'utf8')).toBe(messageMapDocument());
  });
});
