import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageMapDocument } from './message-map-document';

/** `npm run docs`: writes `docs/message-map.md`. */
writeFileSync(join(__dirname, '..', '..', '..', 'docs', 'message-map.md'), messageMapDocument());
