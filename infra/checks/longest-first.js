const nodePath = require('node:path');

/**
 * What waits for minutes begins first, so that no worker is still busy with it at the end. The rest follow by size, which is
 * all that is known of them on a fresh clone.
 */
const LONGEST = [
  'e2e/test/support-desk.e2e.test.ts',
  'e2e/test/agents-tasks.e2e.test.ts',
  'e2e/test/going-live.e2e.test.ts',
  'e2e/test/after-placing.e2e.test.ts',
  'e2e/test/bad-input.e2e.test.ts',
  'e2e/test/desk-errands.e2e.test.ts',
  'e2e/test/case.e2e.test.ts',
  'e2e/test/link-pages.e2e.test.ts',
  'e2e/test/servers-fail.trial.test.ts',
  'e2e/test/data-drills.trial.test.ts',
  'e2e/chaos/chaos.trial.test.ts',
  'e2e/test/runbooks.trial.test.ts',
  'e2e/test/desk-pages.trial.test.ts',
  'e2e/test/broker-restart.trial.test.ts',
  'adapters/shopify/test/rehearsal.test.ts',
  'infra/infra.test.js',
  'packages/cli/test/autoscaling.trial.test.ts',
  'packages/conformance/test/broken-rules.test.ts',
  'packages/conformance/test/rehearsal.test.ts',
  'packages/messaging/test/grey-broker.trial.test.ts',
  'packages/observability/src/proof/promtool.test.ts',
  'packages/desk/test/customer.db.test.ts',
  'services/cancellation/test/any-order.db.test.ts',
  'services/catalogue/test/search-links.db.test.ts',
  'services/inventory/test/network-quantity-writer.db.test.ts',
  'services/routing/test/concurrency.db.test.ts',
  'services/routing/test/hanging-stores.db.test.ts',
  'services/routing/test/reroute-forecast.db.test.ts',
  'services/support/test/door/isolation.db.test.ts',
  'services/support/test/replay.db.test.ts',
];

/** A sequencer of jest's tests: the same order in every run. */
class LongestFirst {
  static LONGEST = LONGEST;

  sort(tests) {
    const place = ({ path, context }) => {
      const at = LONGEST.indexOf(nodePath.relative(context.config.rootDir, path));
      return at === -1 ? LONGEST.length : at;
    };
    const size = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;
    // Groups are numbered in their order.
    const isGroup = tests.every(({ path }) => /^\d+\.test\.js$/.test(nodePath.basename(path)));
    if (isGroup) return tests.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    return tests.toSorted((one, other) => place(one) - place(other) || size(other) - size(one));
  }

  /** Nothing is kept from one run to the next. */
  cacheResults() {}
}

module.exports = LongestFirst;
