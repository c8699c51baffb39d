import type { Confidence } from '@hub/matching';
import { print } from '../benchmark';
import type { Evaluation, Judged } from './evaluate';

const LEVELS: readonly Confidence[] = ['sure', 'likely', 'possible'];
const WRONG_SHOWN = 12;

/** Prints precision and recall by confidence over all of them, the curve of the score, and the errors. */
export function printEvaluation(evaluations: readonly Evaluation[]): void {
  const judged = evaluations.flatMap((one) => one.judged);
  const toFind = evaluations.reduce((sum, one) => sum + one.toFind, 0);
  for (const level of LEVELS) {
    const shown = judged.filter(({ proposal }) => proposal.confidence === level);
    const right = shown.filter(({ isRight }) => isRight).length;
    print(
      `  ${level.padEnd(9)} ${String(shown.length).padStart(5)} shown, ${percent(right, shown.length)} right; ${percent(right, toFind)} of all to be found`,
    );
  }
  const foundAtAll = judged.filter(({ isRight }) => isRight).length;
  print(`  found at all: ${percent(foundAtAll, toFind)} of ${toFind}`);
  print(`  score, and how many are right: ${curve(judged)}`);
  const wrong = judged.filter(({ proposal, isRight }) => proposal.score >= 0.9 && !isRight);
  for (const one of wrong.slice(0, WRONG_SHOWN)) print(`  wrong: ${words(one)}`);
}

function curve(judged: readonly Judged[]): string {
  return [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98]
    .map((from, at, all) => {
      const within = judged.filter(
        ({ proposal }) => proposal.score >= from && proposal.score < (all[at + 1] ?? 1),
      );
      return `${from}: ${percent(within.filter(({ isRight }) => isRight).length, within.length)} of ${within.length}`;
    })
    .join(', ');
}

function words({ offered, found, proposal }: Judged): string {
  const say = ({ title, brand, variantTitle, size, sku }: Judged['found']['listing']) =>
    [brand, title, variantTitle, size, sku].map((part) => part ?? '-').join(' | ');
  return `${proposal.score.toFixed(3)} ${say(offered.listing)} = ${say(found.listing)} (${offered.noise}; ${offered.of === null ? 'there is none' : `is ${offered.of}`})`;
}

const percent = (part: number, all: number): string =>
  all === 0 ? '-' : `${((part / all) * 100).toFixed(1)} %`;
