import { createStoreClient, writeInventory } from '@hub/store-calls';
import { print, runBenchmark } from '../benchmark';
import { callStore } from '../floor-call';
import { startStores } from '../start-stores';

/** `npm run bench -- calls`: CPU time of a call to a store through the client, beside the floor's bare request. */
const CALLERS = 8;
const CALLS = 8_000;
const ROUNDS = 5;
const WARM_UP = 3_000;

runBenchmark(async (benchmark) => {
  const { url } = await startStores(benchmark);
  const client = createStoreClient({
    timeoutMs: 10_000,
    retryBaseMs: 1_000,
    allowInsecureStores: true,
    onCall: () => {},
  });
  benchmark.atEnd(async () => client.close());
  const secret = 'a-secret-of-the-benchmark';
  const store = {
    shopId: 1,
    slug: 'shop',
    apiRoot: `${url}/shop`,
    bearerToken: 'token',
    signingSecret: secret,
  };
  const write = { variant_id: 'V-1', location_id: '9000', quantity: 5 };
  const bare = () => callStore({ storeUrl: store.apiRoot, secret }, write);
  const whole = async () => {
    const { kind } = await client.send(store, writeInventory(write), { correlation: 'benchmark' });
    if (kind !== 'confirmed') throw new Error(`the call ended as ${kind}`);
  };
  for (const call of [bare, whole]) await cpuOfEach(call, WARM_UP);
  const rounds: { bareUs: number; wholeUs: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    rounds.push({ bareUs: await cpuOfEach(bare, CALLS), wholeUs: await cpuOfEach(whole, CALLS) });
  for (const { bareUs, wholeUs } of rounds)
    print(`bare ${bareUs.toFixed(0)} µs, client ${wholeUs.toFixed(0)} µs: ${(wholeUs / bareUs).toFixed(2)}`);
});

/** @returns µs of this process's CPU time for each call, `LANES` of them at a time */
async function cpuOfEach(call: () => Promise<void>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
