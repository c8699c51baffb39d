/** Folders with the unit tests of a package or service: the rules of `packages/stock` are judged by its own tests alone. */
const ownTests = (folder) => [`${folder}/src`, `${folder}/test`];

const SERVICES = ['cancellation', 'catalogue', 'fulfilment', 'inventory', 'returns', 'routing'];

/**
 * The rules that are tested by changing them (`npm run mutation`): what is changed, the unit tests that must notice, and the share
 * of changes in percent that they must notice at least. Tests that play whole calls or whole lives of orders are left out: each
 * change would take seconds.
 */
const PARTS = [
  {
    name: 'money',
    floor: 95,
    rules: ['packages/orders/src/money/*.ts'],
    tests: ['packages/orders/src/money'],
  },
  {
    name: 'states',
    floor: 95,
    rules: ['packages/orders/src/states/{has-its-lines,order-states,shipping-order-states,stop-states}.ts'],
    tests: ['packages/orders/src'],
  },
  {
    name: 'orders',
    floor: 85,
    rules: [
      'packages/orders/src/**/decide-*.ts',
      'packages/orders/src/routing/{rank-candidates,criteria}.ts',
      'packages/orders/src/placements/ship-by.ts',
    ],
    tests: ['packages/orders/src'],
    tooSlow: ['packages/orders/src/routing/replay-decision.test.ts'],
  },
  {
    name: 'stock',
    floor: 85,
    rules: ['packages/stock/src/{consume-reservations,ruled-out,network-quantities}.ts'],
    tests: ownTests('packages/stock'),
  },
  {
    name: 'shops',
    floor: 85,
    rules: ['packages/shops/src/**/decide-*.ts', 'packages/shops/src/go-live/go-live-state.ts'],
    tests: ownTests('packages/shops'),
  },
  {
    name: 'contract',
    floor: 85,
    rules: [
      'packages/contract/src/{signature,amount,gtin,ids,instant,loop-guard,refusal,shapes,text}.ts',
      'packages/contract/src/{calls,events}/*.ts',
    ],
    tests: [
      ...['amount', 'gtin', 'ids', 'instant', 'loop-guard', 'refusal', 'signature'].map(
        (name) => `packages/contract/src/${name}.test.ts`,
      ),
      ...['calls', 'documents', 'events'].map((folder) => `packages/contract/src/${folder}`),
    ],
  },
  {
    name: 'store-calls',
    floor: 85,
    rules: ['packages/store-calls/src/{decide-outcome,retry-wait,attempt-failure}.ts'],
    tests: ['packages/store-calls/src'],
  },
  {
    name: 'store-writes',
    floor: 85,
    rules: ['packages/store-writes/src/decide-*.ts'],
    tests: ownTests('packages/store-writes'),
  },
  {
    name: 'desk',
    floor: 85,
    // A link is decided by `next-link-state`; the others of its folders read and write rows, or map answers.
    rules: [
      'packages/desk/src/{cases,messages,routing}/**/decide-*.ts',
      'packages/desk/src/links/next-link-state.ts',
    ],
    tests: ownTests('packages/desk'),
  },
  ...SERVICES.map((name) => ({
    name,
    floor: 85,
    rules: [`services/${name}/src/**/decide-*.ts`],
    tests: ownTests(`services/${name}`),
  })),
];

module.exports = { PARTS };
