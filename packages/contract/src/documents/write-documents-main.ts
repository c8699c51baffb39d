import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDocuments } from './contract-documents';
import { PERSONAL_FIELDS_MODULE, personalFieldsModule } from './personal-fields-module';

/** `npm run docs`: writes `docs/contract/*`, and the names that logs hide. */
const root = join(__dirname, '..', '..', '..', '..');
const folder = join(root, 'docs', 'contract');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(contractDocuments())) writeFileSync(join(folder, name), text);
writeFileSync(join(root, PERSONAL_FIELDS_MODULE), personalFieldsModule());
