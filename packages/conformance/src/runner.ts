import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Which runner wrote a record: this package, by the manifest that comes with it. */
export const RUNNER = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')));
