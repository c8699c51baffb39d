import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractDocuments } from './contract-documents';
import { PERSONAL_FIELDS_MODULE, personalFieldsModule } from './personal-fields-module';

const ROOT = join(__dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, 'docs', 'contract');

describe('docs/contract', () => {
  it.each(Object.entries(contractDocuments()))(
    '%s matches the code (npm run docs regenerates it)',
    (name, text) => {
      expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
    },
  );
});

describe('what logs hide by name (D29)', () => {
  it('is what the events mark as personal (npm run docs regenerates it)', () => {
    expect(readFileSync(join(ROOT, PERSONAL_FIELDS_MODULE), 'utf8')).toBe(personalFieldsModule());
  });
});
