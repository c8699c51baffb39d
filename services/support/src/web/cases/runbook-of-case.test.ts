import { ALERTS } from '@hub/alerts';
import { PROBLEMS } from '@hub/desk/problems';
import { runbookOfCase } from '@hub/desk/cases';
import { expect, it } from '@jest/globals';
import { readRunbook } from '../runbooks/read-runbook';

/** The other kinds of cause. */
const OTHERS = ['store_away', 'orders_off', 'message'];
/** The others are items of cases of another cause. */
const CAUSES = PROBLEMS.filter(({ caseTitle }) => caseTitle !== undefined).map(({ name }) => name);

it.each([...CAUSES, ...OTHERS, ...Object.keys(ALERTS)])(
  'a case of %s has a runbook, which opens',
  async (kind) => {
    const name = runbookOfCase(kind, []);
    const runbook = await readRunbook(name);
    expect(runbook?.title).toBeTruthy();
    expect(runbook?.html).toContain('<h2>');
  },
);

it('reads no file but a runbook', async () => {
  for (const name of ['../README', 'placing-refused.md', '..%2fREADME', 'nonsense', ''])
    expect(await readRunbook(name)).toBeNull();
});
