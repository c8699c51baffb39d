import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withSecret, withVariables, type Deployment } from '../rollout/deployment';
import { UNREACHABLE } from '../rollout/on-one-machine';
import { openRollout, renderedOverlay, type OpenRollout } from '../rollout/open-rollout';

/** The least that lets orders be placed; the whole of it: `npm run trial:rollout`. */
const PROGRAMS = ['ingress', 'catalogue', 'inventory', 'routing'];

let rollout: OpenRollout;
beforeAll(async () => {
  const manifests = renderedOverlay('development');
  rollout = await openRollout({ manifests, programs: PROGRAMS, eventsPerSecond: 20 });
}, 180_000);
afterAll(async () => {
  await rollout?.close();
}, 120_000);

/** The ingress and one worker; the others stay as they are. */
const rolled = (): Deployment[] =>
  rollout.deployments.filter(({ template }) => ['ingress', 'routing'].includes(template.program));

describe('the rendered manifests, rolled out over processes while stores trade', () => {
  it('change the version, keep trading past one that never gets ready, and lose, double and refuse nothing', async () => {
    const { cluster, judge, trader } = rollout;

    // Given copies of the next version instead of the first.
    cluster.apply(withVariables(rolled(), { STORE_TIMEOUT_MS: '20000' }));
    await cluster.rolledOut();

    // When a version is applied that cannot reach its database, the rollout waits: the previous version goes on trading.
    cluster.apply(withSecret(rolled(), UNREACHABLE));
    expect(await cluster.stuck(['hub-ingress', 'hub-routing'])).toEqual([]);
    const available = [...cluster.workloads.values()].map((workload) => workload.available.length);
    expect(available).toEqual(PROGRAMS.map(() => 1));

    // And when the first version is applied again.
    cluster.apply(rollout.deployments);
    await cluster.rolledOut();

    expect(await judge()).toEqual([]);
    expect(trader.accepted.length).toBeGreaterThan(100);
    expect(trader.sales).toBeGreaterThan(5);
  }, 240_000);
});
