import { DESCRIPTIONS, wireSchemas } from '@hub/contract/documents';
import { table } from './markdown';

type Json = Readonly<Record<string, unknown>>;
const WIRE = wireSchemas();

/** Every field of a named schema and of its parts, as rows of one table. */
export function fieldsTable(name: string): string {
  return table(['field', 'required', 'form', 'meaning'], rowsOf(name, ''));
}

function rowsOf(name: string, under: string): string[][] {
  const schema: Json = WIRE[name] ?? {};
  const required = new Set(listOf(schema['required']));
  const texts = DESCRIPTIONS[name] ?? {};
  return Object.entries(objectOf(schema['properties'])).flatMap(([field, written]) => {
    const { form, inner, suffix } = formOf(objectOf(written));
    const path = `${under}${field}${suffix}`;
    const row = [`\`${path}\``, required.has(field) ? 'yes' : '', form, texts[field] ?? ''];
    return [row, ...(inner === null ? [] : rowsOf(inner, `${path}.`))];
  });
}

/** The type of a field as text, and its schema if that has a name. */
function formOf(field: Json): { form: string; inner: string | null; suffix: string } {
  const inner = nameIn(field);
  if (inner !== null) return { form: 'object', inner, suffix: '' };
  const type = [field['type'] ?? 'any'].flat().map(String);
  if (type.includes('array')) {
    const items = objectOf(field['items']);
    const form = field['minItems'] === undefined ? 'list' : 'list, not empty';
    return {
      form: nameIn(items) === null ? `${form} of ${formOf(items).form}` : form,
      inner: nameIn(items),
      suffix: '[]',
    };
  }
  const others = listOf(field['anyOf']);
  const form =
    others.length > 0
      ? others.map((other) => formOf(objectOf(other)).form).join(', or ')
      : [type.map(typeWord).join(' or '), ...bounds(field)].join(', ');
  return { form, inner: null, suffix: '' };
}

function bounds(field: Json): string[] {
  const { const: only, enum: some, pattern, format, minimum, maximum, maxLength } = field;
  return [
    ...(only === undefined ? [] : [`\`${JSON.stringify(only)}\``]),
    ...(Array.isArray(some) ? [some.map((value) => `\`${String(value)}\``).join(' or ')] : []),
    ...(typeof pattern === 'string' ? [`\`${pattern}\``] : []),
    ...(format === 'date-time' ? ['ISO 8601 in UTC'] : []),
    ...(format === 'uri' ? ['http or https address'] : []),
    ...(typeof minimum === 'number' && typeof maximum === 'number' ? [`${minimum} to ${maximum}`] : []),
    ...(typeof minimum === 'number' && maximum === undefined ? [`from ${minimum}`] : []),
    ...(typeof maxLength === 'number' ? [`at most ${maxLength} characters`] : []),
  ];
}

function typeWord(type: string): string {
  if (type === 'string') return 'text';
  return type === 'integer' ? 'whole number' : type;
}

const nameIn = ({ $ref: ref }: Json) => (typeof ref === 'string' ? (ref.split('/').at(-1) ?? null) : null);
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
