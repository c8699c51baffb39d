import { RISK_SITUATIONS } from '@hub/support-desk';
import { expect, it } from '@jest/globals';
import { ALERT_GUIDES } from '../alerts/alert-guide';
import { readRunbook } from '../runbooks/read-runbook';
import { runbookOfCase } from './runbook-of-case';

/** The other kinds of cause. */
const OTHERS = ['store_away', 'orders_off', 'message'];
/** Not a cause: its orders are those of failed messages. */
const KINDS = [...RISK_SITUATIONS.filter((situation) => situation !== 'undecided'), ...OTHERS];

it.each([...KINDS, ...Object.keys(ALERT_GUIDES)])('a case of %s has a runbook, which opens', async (kind) => {
  const name = runbookOfCase({ case: { ...NONE, kind }, alerts: [] });
  const runbook = await readRunbook(name);
  expect(runbook?.title).toBeTruthy();
  expect(runbook?.html).toContain('<h2>');
});

it('reads no file but a runbook', async () => {
  for (const name of ['../README', 'placing-refused.md', '..%2fREADME', 'nonsense', ''])
    expect(await readRunbook(name)).toBeNull();
});

const NONE = {
  id: '',
  shop: null,
  shopName: null,
  about: '',
  state: 'open' as const,
  openedAt: new Date(0),
  closedAt: null,
  closedBy: null,
  mergedInto: null,
  owner: null,
  snoozedUntil: null,
  ticketUrl: null,
  orders: 1,
  inDifficulty: 1,
  since: null,
};
