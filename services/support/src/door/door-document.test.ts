import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DOOR_DOCUMENT, doorDocumentText } from './door-document';

describe('the document of the door', () => {
  it('matches the door’s table of routes (npm run docs regenerates it)', () => {
    const file = join(__dirname, '..', '..', '..', '..', DOOR_DOCUMENT);
    expect(readFileSync(file, 'utf8')).toBe(doorDocumentText());
  });
});
