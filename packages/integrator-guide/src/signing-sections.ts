import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code } from './markdown';
import { SIGNING_FOLDER } from './folders';

const FILES = {
  php: 'hub_signature.php',
  python: 'hub_signature.py',
  ruby: 'hub_signature.rb',
  go: 'hub_signature.go',
  csharp: 'HubSignature.cs',
};

/** The files of `docs/integrators/signing`, as the page shows them. */
export function signingSections(): [name: string, text: string][] {
  return Object.entries(FILES).map(([language, file]) => [
    `signing ${file}`,
    code(language, readFileSync(join(SIGNING_FOLDER, file), 'utf8').trimEnd()),
  ]);
}
