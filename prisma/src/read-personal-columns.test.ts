import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { personalColumnsModule, readPersonalColumns } from './read-personal-columns';

describe('personal columns are marked where they are defined (D29)', () => {
  it('and the list for blanking, erasing and searching is written from the marks (npm run docs)', () => {
    const columns = readPersonalColumns(join(__dirname, '..', 'schema'));
    expect(columns.length).toBeGreaterThan(5);
    expect(readFileSync(join(__dirname, 'personal-columns.ts'), 'utf8')).toBe(personalColumnsModule(columns));
  });
});
