import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractDocuments } from './contract-documents';

const FOLDER = join(__dirname, '..', '..', '..', '..', 'docs', 'contract');

describe('docs/contract', () => {
  it.each(Object.entries(contractDocuments()))(
    '%s says what the code says (npm run docs writes it anew)',
    (name, text) => {
      expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
    },
  );
});
