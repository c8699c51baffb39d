import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statesDocument } from './states/states-document';

/** `npm run docs`: writes `docs/order-states.md`. */
writeFileSync(join(__dirname, '..', '..', '..', 'docs', 'order-states.md'), statesDocument());
