import { runBenchmark } from '../benchmark';
import { stopChild } from '../child';
import { startService } from '../start-services';
import { measurePull } from './measure-pull';
import { startBigStore } from './start-big-store';

/**
 * `npm run bench -- catalogue`: a catalogue of 100 000 variants, from a simulated store in a separate process, read,
 * checked, linked and stored; then the same again, when nothing has changed, in the same worker and in a fresh one.
 */
runBenchmark(async (benchmark) => {
  const { shopId, slug } = await startBigStore(benchmark);
  const worker = await startService(benchmark, 'catalogue');
  for (const title of ['first run', 'unchanged, same worker'])
    await measurePull(benchmark, { title, slug, shopId, worker });
  await stopChild(worker.child);
  const fresh = await startService(benchmark, 'catalogue');
  await measurePull(benchmark, { title: 'unchanged, fresh worker', slug, shopId, worker: fresh });
});
