import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOptionsModule } from './engine/list-options';
import { LISTS } from './lists';

/** Part of `npm run docs`: writes the list options of the hub command. */
writeFileSync(join(__dirname, '..', '..', 'cli', 'src', 'desk', 'list-options.ts'), listOptionsModule(LISTS));
