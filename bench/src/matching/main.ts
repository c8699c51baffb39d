import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { print } from '../benchmark';
import { evaluate, type Evaluation } from './evaluate';
import { fitWeights } from './fit-weights';
import { printEvaluation } from './print-evaluation';
import { isForTuning, offersOf } from './read-offers';
import { secondCatalogue } from './second-catalogue';

/**
 * `npm run bench -- matching <folder of Shopify product exports> [fit]`: how many proposals for variants without a
 * barcode are right, on the half of the products that was not used for tuning. `fit` prints the weights from the other
 * half.
 */
/** Second catalogues that each half is compared with. */
const SEEDS = [20261122, 2, 3, 4, 5];

const [folder, what] = process.argv.slice(2);
if (folder === undefined) {
  print('usage: npm run bench -- matching <folder of Shopify product exports> [fit]');
  process.exitCode = 2;
} else {
  const pairs = readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .flatMap((file) => evaluateFile(join(folder, file)));
  if (what === 'fit') fitWeights(pairs);
}

/** Prints how good the proposals are. @returns the compared pairs */
function evaluateFile(file: string): Evaluation['pairs'] {
  const all = offersOf(readFileSync(file, 'utf8'));
  const half = all.filter((one) => isForTuning(one) === (what === 'fit'));
  const products = new Set(half.map(({ productId }) => productId)).size;
  print(`${basename(file)}, one half: ${half.length} variants of ${products} products`);
  const evaluations = SEEDS.map((seed) => evaluate(half, secondCatalogue(half, seed)));
  printEvaluation(evaluations);
  return evaluations.flatMap(({ pairs }) => pairs);
}
