import type { Check } from '../../check';
import { CheckFault, NotRun } from '../../check-ending';
import { codeOf } from '../../judge';

export const RATE_LIMIT: Check = {
  id: 'orders.rate_limited_with_retry_after',
  step: 'orders',
  direction: 'to_store',
  rule: 'A store that has too much at once says 429 rate_limited, and after how many seconds to come again.',
  async play({ run, evidence }) {
    const { rateLimited } = run;
    if (!run.hasAnswered) throw new NotRun('the store answered nothing');
    if (rateLimited.length === 0)
      return evidence.note('the store answered no request of this run so far with 429');
    for (const answer of rateLimited) {
      const after = answer.headers['retry-after'];
      if (after === undefined || !/^\d+$/.test(after))
        throw new CheckFault(
          `a 429 ${after === undefined ? 'without Retry-After' : 'whose Retry-After is no number of seconds'}`,
          'send Retry-After with a whole number of seconds; the service waits that long, up to two minutes',
        );
      if (codeOf(answer) !== 'rate_limited')
        throw new CheckFault(`a 429 with the code ${codeOf(answer)}`, 'send rate_limited as error.code');
    }
    evidence.note(`answers with 429: ${rateLimited.length}, each with Retry-After`);
  },
};
