import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A column that is marked `/// @personal` in `schema/*.prisma` (D29), and what is left of it when it is blanked. */
export interface PersonalColumn {
  table: string;
  column: string;
  /** `bytes`: encrypted (D33). */
  kind: 'text' | 'json' | 'number' | 'bytes';
  /** The key of a JSON document that holds personal data; null: all of it. */
  at: string | null;
  /** The key that stays. */
  keeps: string | null;
  /** The key of numbers anywhere in a JSON document, which alone are personal: they become null. */
  each: string | null;
  /** `age`: blanked after 180 days (D30), and on request; `request`: only on request. */
  blanked: 'age' | 'request';
}

const MARK =
  /^\/\/\/ @personal(?<request> on request:.*)?(?: at (?<at>\w+))?(?: keeps (?<keeps>\w+))?(?: each (?<each>\w+))?$/;
const FIELD =
  /^(?<field>\w+)\s+(?<type>String|Json|Float|Bytes)(?<optional>\?)?(?:.*@map\("(?<column>\w+)"\))?/;
const KINDS: Readonly<Record<string, PersonalColumn['kind']>> = {
  String: 'text',
  Json: 'json',
  Float: 'number',
  Bytes: 'bytes',
};

/** Reads the marks, in the order of the schema. A mark that cannot be read, or on a column that cannot be
 * null and is personal as a whole, throws. */
export function readPersonalColumns(folder: string): PersonalColumn[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.prisma'))
    .toSorted()
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^model \w+ \{.*?^\}/gms)])
    .flatMap(([model]) => columnsOf(model));
}

function columnsOf(model: string): PersonalColumn[] {
  const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
  const lines = model.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (!line.includes('@personal')) return [];
    const mark = MARK.exec(line)?.groups;
    const field = lines.slice(index + 1).find((next) => !next.startsWith('///')) ?? '';
    const found = FIELD.exec(field)?.groups;
    const kind = kindOf(found?.['type']);
    const staysJson = kind === 'json' && mark?.['each'] !== undefined;
    if (!mark || !found || !kind || !(found['optional'] || staysJson))
      throw new Error(`cannot read this mark of ${table}: ${line}`);
    const { at = null, keeps = null, each = null, request } = mark;
    const column = found['column'] ?? found['field'] ?? '';
    return [{ table, column, kind, at, keeps, each, blanked: request === undefined ? 'age' : 'request' }];
  });
}

function kindOf(type: string | undefined): PersonalColumn['kind'] | null {
  return type === undefined ? null : (KINDS[type] ?? null);
}

/** Text of `personal-columns.ts`. */
export function personalColumnsModule(columns: readonly PersonalColumn[]): string {
  const entries = columns.map((column) => {
    const facts = Object.entries(column).map(([name, value]) => `${name}: ${literal(value)}`);
    return `  { ${facts.join(', ')} },`;
  });
  return `// Written by \`npm run docs\` from the marks in prisma/schema; a test compares. Do not edit.

/** Every personal column (D29). */
export const PERSONAL_COLUMNS = [
${entries.join('\n')}
] as const;
`;
}

function literal(value: string | null): string {
  return value === null ? 'null' : `'${value}'`;
}
