import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failure';
import { PROJECT_ROOT } from '../project-root';

const TEMPLATE = join(PROJECT_ROOT, 'packages', 'store-kit', 'template');
const FORM = /^[a-z][a-z0-9-]{0,49}$/;

/** Writes the kit's template under the platform's name. @returns the files written */
export function createAdapter(name: string, folder: string): string[] {
  const faults = [
    ...(FORM.test(name) ? [] : ['the name must be lower-case letters, digits and dashes']),
    ...(existsSync(folder) ? [`${folder} is there already`] : []),
  ];
  if (faults.length > 0) throw new CommandFailure(faults);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(TEMPLATE).sort();
  for (const file of files) {
    const text = readFileSync(join(TEMPLATE, file), 'utf8');
    writeFileSync(join(folder, file), text.replaceAll('NAME', name));
  }
  return files;
}
