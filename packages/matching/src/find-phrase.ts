/**
 * Where a phrase begins among words, or -1. Each word is compared a constant number of times (Knuth, Morris and Pratt):
 * a title and a brand of one repeated word must not cost the product of their lengths (D36).
 */
export function findPhrase(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return -1;
  const borders = bordersOf(phrase);
  let matched = 0;
  for (const [index, word] of words.entries()) {
    while (matched > 0 && word !== phrase[matched]) matched = borders[matched - 1] ?? 0;
    if (word === phrase[matched]) matched += 1;
    if (matched === phrase.length) return index + 1 - phrase.length;
  }
  return -1;
}

/** For each beginning of the phrase: how much of its own beginning is also its end. */
function bordersOf(phrase: readonly string[]): number[] {
  const borders = [0];
  let matched = 0;
  for (const word of phrase.slice(1)) {
    while (matched > 0 && word !== phrase[matched]) matched = borders[matched - 1] ?? 0;
    if (word === phrase[matched]) matched += 1;
    borders.push(matched);
  }
  return borders;
}
