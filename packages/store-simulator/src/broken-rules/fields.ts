/** JSON of any shape, as a switch changes it. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return { ...Object(value) };
}

export function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The same with every entry of the list `name` changed, if there is such a list. */
export function changeEach(fields: Fields, name: string, change: (entry: Fields) => Fields): Fields {
  const list = fields[name];
  return Array.isArray(list) ? { ...fields, [name]: list.map((entry) => change(fieldsOf(entry))) } : fields;
}
