import type { WriteWork } from './store-write';

/**
 * Claims picked rows one by one, each in a separate transaction: one that cannot be claimed does not fail the others,
 * and is retried when it is due again.
 */
export async function claimEach<Due, Write>(
  { logger }: Pick<WriteWork, 'logger'>,
  due: readonly Due[],
  claim: (one: Due) => Promise<Write | null>,
): Promise<Write[]> {
  const claimed: Write[] = [];
  for (const one of due) {
    try {
      const write = await claim(one);
      if (write !== null) claimed.push(write);
    } catch (error) {
      logger.warn('due write not claimed, retrying later', { error });
    }
  }
  return claimed;
}
