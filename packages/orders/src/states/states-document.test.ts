import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { statesDocument } from './states-document';

describe('docs/order-states.md', () => {
  it('is drawn from the state tables: `npm run docs` writes it', () => {
    const file = join(__dirname, '..', '..', '..', '..', 'docs', 'order-states.md');
    expect(readFileSync(file, 'utf8')).toBe(statesDocument());
  });
});
