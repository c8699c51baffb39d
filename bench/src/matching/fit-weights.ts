import { EVIDENCE, SCORE_WEIGHTS, type Evidence } from '@hub/matching';
import { print } from '../benchmark';
import type { Evaluation } from './evaluate';

const ROUNDS = 6_000;
const STEP = 1;
/** Keeps a weight from growing without bound where the data do not determine it. */
const RIDGE = 0.0003;

type Weights = Record<keyof Evidence | 'start', number>;

/** Logistic regression by gradient descent over all compared pairs; prints the weights. */
export function fitWeights(pairs: Evaluation['pairs']): void {
  let weights: Weights = { ...SCORE_WEIGHTS };
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = new Map<keyof Weights, number>();
    for (const { evidence, isRight } of pairs) {
      const odds = EVIDENCE.reduce((sum, name) => sum + weights[name] * evidence[name], weights.start);
      const error = 1 / (1 + Math.exp(-odds)) - (isRight ? 1 : 0);
      gradient.set('start', (gradient.get('start') ?? 0) + error);
      for (const name of EVIDENCE) gradient.set(name, (gradient.get(name) ?? 0) + error * evidence[name]);
    }
    const next = { ...weights };
    for (const [name, sum] of gradient)
      next[name] = weights[name] - STEP * (sum / pairs.length + RIDGE * weights[name]);
    weights = next;
  }
  print(
    JSON.stringify(
      weights,
      (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value),
      2,
    ),
  );
}
