/**
 * The rules that are tested by changing them (`npm run mutation`): what is changed, the unit tests that must notice, and the share
 * of changes in percent that they must notice at least.
 */
export const PARTS = [
  part('money', 95, ['packages/orders/src/money/*.ts'], ['packages/orders/src/money/**']),
  part('states', 95, ['packages/orders/src/states/*.ts'], ['packages/orders/{src,test}/**']),
  part('orders', 85, [
    'packages/orders/src/**/decide-*.ts',
    'packages/orders/src/routing/{rank-candidates,criteria}.ts',
    'packages/orders/src/placements/ship-by.ts',
  ]),
  part('stock', 85, ['packages/stock/src/{consume-reservations,ruled-out,network-quantities}.ts']),
  part('shops', 85, ['packages/shops/src/**/decide-*.ts', 'packages/shops/src/go-live/go-live-state.ts']),
  part('contract', 85, [
    'packages/contract/src/{signature,amount,gtin,ids,instant,loop-guard,refusal,shapes,text}.ts',
    'packages/contract/src/{calls,events}/*.ts',
  ]),
  part('store-calls', 85, ['packages/store-calls/src/{decide-outcome,retry-wait,attempt-failure}.ts']),
  part('store-writes', 85, ['packages/store-writes/src/decide-*.ts']),
  part('support-desk', 85, ['packages/support-desk/src/**/decide-*.ts']),
  ...['cancellation', 'catalogue', 'fulfilment', 'inventory', 'returns', 'routing'].map((name) =>
    part(name, 85, [`services/${name}/src/**/decide-*.ts`], [`services/${name}/{src,test}/**`]),
  ),
];

/** Written out for Stryker, which knows a negated pattern by its `!`. */
function part(name, floor, changed, tested = [`packages/${name}/{src,test}/**`]) {
  const notTests = changed.map((pattern) => `!${pattern.replace(/\.ts$/, '.test.ts')}`);
  return {
    name,
    floor,
    mutate: [...changed, ...notTests],
    tests: tested.map((path) => `<rootDir>/${path}/*.test.ts`),
  };
}
