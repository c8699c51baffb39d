import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDocuments } from './contract-documents';

/** `npm run docs`: writes `docs/contract/*`. */
const folder = join(__dirname, '..', '..', '..', '..', 'docs', 'contract');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(contractDocuments())) writeFileSync(join(folder, name), text);
