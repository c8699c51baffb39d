import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { rows } from './rows';

const Line = z.object({ id: z.string(), quantity: z.int(), gtin: z.string().nullable() });
const queried = (...found: object[]) => Promise.resolve<unknown>(found);

describe('rows of a query are what their reader expects', () => {
  it('rows of the expected shape are returned as they are', async () => {
    const found = [
      { id: 'L-1', quantity: 2, gtin: null },
      { id: 'L-2', quantity: 1, gtin: '04006381333931' },
    ];
    expect(await rows(Line, queried(...found))).toEqual(found);
  });

  it.each([
    ['of another type', { id: 'L-1', quantity: '2', gtin: null }, 'quantity'],
    ['null where none was expected', { id: null, quantity: 2, gtin: null }, 'id'],
    ['left out', { id: 'L-1', quantity: 2 }, 'gtin'],
  ])('a column that is %s is named, and its value is not', async (_, row, column) => {
    const error: unknown = await rows(Line, queried(row)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ issues: [{ path: [column] }] });
    expect(String(error)).not.toContain('L-1');
  });
});
