import type { Shown } from '@hub/contract';

const PATHS = 50;

/**
 * Where two JSON values differ, as contract paths (`data.line_items[1].quantity`), never the values. At most 50, in
 * order.
 */
export function changedPaths(before: unknown, after: unknown, shown: Shown): string[] {
  return [...differences(before, after, { path: '', shown })].slice(0, PATHS);
}

function* differences(before: unknown, after: unknown, at: Place): Generator<string> {
  if (Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1)
      yield* differences(before[index], after[index], entryOf(at, index));
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* differences(before[name], after[name], fieldOf(at, name));
  } else yield at.path === '' ? 'the whole body' : at.path;
}

interface Place {
  path: string;
  shown: Shown;
}

function entryOf({ path, shown }: Place, index: number): Place {
  const each = typeof shown === 'object' && 'each' in shown ? shown.each : 'masked';
  return { path: `${path}[${index}]`, shown: each };
}

/** A name that the contract does not have is not repeated, as it may be anything (D29). */
function fieldOf({ path, shown }: Place, name: string): Place {
  const field = typeof shown === 'object' && 'fields' in shown ? shown.fields.get(name) : undefined;
  const label = field === undefined ? '…' : name;
  return { path: path === '' ? label : `${path}.${label}`, shown: field ?? 'masked' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
