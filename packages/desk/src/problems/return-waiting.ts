import { problem } from './problem';

/** A return whose customer could be refunded twice (D13). */
export const returnWaiting = problem({
  name: 'return_waiting',
  one: 'return waits for support',
  many: 'returns wait for support',
  caseTitle: (shop) => `Returns reported by ${shop} wait for support`,
  means: 'Goods came back. The return is kept back, because the customer could be refunded twice.',
  promise: 'The selling shop has the return as soon as the goods are back.',
  due: 'in_a_day',
  whoMustAct: () => 'agent',
  why: ({ storeName }) => `reported by ${storeName ?? 'a shop'}`,
  runbook: 'return-waiting',
});
