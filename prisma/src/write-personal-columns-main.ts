import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { personalColumnsModule, readPersonalColumns } from './read-personal-columns';

/** Part of `npm run docs`: writes `src/personal-columns.ts`. */
const root = dirname(__dirname);
writeFileSync(
  join(root, 'src', 'personal-columns.ts'),
  personalColumnsModule(readPersonalColumns(join(root, 'schema'))),
);
