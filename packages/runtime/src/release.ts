import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

/** The release of this process: all packages have one version. */
export const RELEASE = Manifest.parse(
  JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')),
).version;
