import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOOR_DOCUMENT, doorDocumentText } from './door-document';

/** `npm run docs`: writes `docs/contract/door.openapi.json`. */
writeFileSync(join(__dirname, '..', '..', '..', '..', DOOR_DOCUMENT), doorDocumentText());
