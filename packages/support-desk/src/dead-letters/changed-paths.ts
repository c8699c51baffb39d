const PATHS = 50;
/** A name that a contract could have; any other is not repeated, as it may be anything. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,60}$/;

/**
 * Where two JSON values differ, as contract paths (`data.line_items[1].quantity`), never the values. At most 50, in
 * order.
 */
export function changedPaths(before: unknown, after: unknown): string[] {
  return [...differences(before, after, '')].slice(0, PATHS);
}

function* differences(before: unknown, after: unknown, path: string): Generator<string> {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1)
      yield* differences(before[index], after[index], `${path}[${index}]`);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* differences(before[name], after[name], pathOf(path, name));
  } else yield path === '' ? 'the whole body' : path;
}

function pathOf(parent: string, name: string): string {
  const shown = NAME.test(name) ? name : '…';
  return parent === '' ? shown : `${parent}.${shown}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
