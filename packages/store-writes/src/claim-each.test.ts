import { createLogger } from '@hub/runtime';
import { expect, it } from '@jest/globals';
import { claimEach } from './claim-each';

it('a row that cannot be claimed does not fail the others', async () => {
  const logger = createLogger({ service: 'test', level: 'error' });
  const claimed = await claimEach({ logger }, [1, 2, 3, 4], async (row) => {
    if (row === 2) throw new Error('unreadable');
    return row === 3 ? null : row;
  });
  expect(claimed).toEqual([1, 4]);
});
