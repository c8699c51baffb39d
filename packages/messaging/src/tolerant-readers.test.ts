import { describe, expect, it } from '@jest/globals';
import { EVENTS } from '@hub/contract';
import { z } from 'zod';
import { COMMANDS } from './message-map';

/** Paths where a schema refuses an unknown field. */
function closedPlaces(schema: z.ZodType): string[] {
  return closedIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '$');
}

function closedIn(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const below = Object.entries(part).flatMap(([name, value]) => closedIn(value, `${path}.${name}`));
  return 'additionalProperties' in part && part.additionalProperties === false ? [path, ...below] : below;
}

describe('a worker reads messages of a later release: it ignores what it does not know', () => {
  it.each(Object.values(COMMANDS).map(({ type, payload }) => [type, payload] as const))(
    '%s with an extra field',
    (_type, payload) => {
      expect(closedPlaces(payload)).toEqual([]);
    },
  );

  it.each(EVENTS.map(({ name, data }) => [name, data] as const))('%s with an extra field', (_name, data) => {
    expect(closedPlaces(data)).toEqual([]);
  });

  it('finds a closed schema at any depth', () => {
    const deep = z.object({ lines: z.array(z.strictObject({ id: z.string() })) });
    expect(closedPlaces(deep)).toEqual(['$.properties.lines.items']);
  });
});
