import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userPermissions } from './user-permissions';
import { messageMapDocument } from './message-map-document';

const ROOT = join(__dirname, '..', '..', '..');
const PERMISSIONS = join(ROOT, 'packages', 'messaging', 'src', 'broker', 'user-permissions.json');

/** `npm run docs`: writes `docs/message-map.md` and the permissions of each user of the broker. */
writeFileSync(join(ROOT, 'docs', 'message-map.md'), messageMapDocument());
writeFileSync(PERMISSIONS, `${JSON.stringify(userPermissions(), null, 2)}\n`);
