import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DOOR_DOCUMENT, doorDocumentText } from './door-document';

describe('the document of the door', () => {
  it('says what the door’s table of routes says (npm run docs writes it again)', () => {
    const file = join(__dirname, '..', '..', '..', '..', DOOR_DOCUMENT);
    expect(readFileSync(file, 'utf8')).toBe(doorDocumentText());
  });
});
