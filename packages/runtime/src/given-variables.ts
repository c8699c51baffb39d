import { readFileSync } from 'node:fs';

/**
 * The environment's values of these variables, an empty one counting as missing: as `<NAME>`, or as the content of the
 * file that `<NAME>_FILE` names (D28: secrets are mounted as files), without its final line break.
 */
export function givenVariables(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { given: Record<string, string>; faults: string[] } {
  const given: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const [direct, file] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
    if (direct !== undefined && file !== undefined)
      faults.push(`${name}: is given twice, by ${name}_FILE too`);
    const content = direct ?? (file === undefined ? undefined : contentOf(file));
    if (content === null) faults.push(`${name}_FILE: must be: the path of a file that can be read`);
    else if (content) given[name] = content;
  }
  return { given, faults };
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}
