const NUMBERS: Readonly<Record<string, number>> = {
  pair: 1,
  twin: 2,
  double: 2,
  triple: 3,
  zweier: 2,
  dreier: 3,
};
const PACK = '(?:pack|pk|pcs|pieces|piece|er pack|er set|er|stueck|pieces)';
const WAYS = [
  new RegExp(`\\b(\\d{1,3}) ?(?:${PACK})\\b`),
  /\b(?:pack|set|lot|box|case|bundle) (?:of |de |da )?(\d{1,3})\b/,
  /\b(\d{1,3}) ?x\b(?! ?\d)/,
  /\bx ?(\d{1,3})\b(?! ?cm| ?mm)/,
];

/** How many pieces are sold together, and the text without those words. One, unless the text says otherwise. */
export function readPack(plain: string): { pieces: number; rest: string } {
  for (const way of WAYS) {
    const found = way.exec(plain);
    if (found?.[1] !== undefined)
      return {
        pieces: Math.max(1, Number(found[1])),
        rest: plain.replace(found[0], ' ').replace(/\b(pack|set)\b/g, ' '),
      };
  }
  const word = /\b(twin|double|triple|zweier|dreier) ?pack\b/.exec(plain);
  if (word?.[1] !== undefined) return { pieces: NUMBERS[word[1]] ?? 1, rest: plain.replace(word[0], ' ') };
  return { pieces: 1, rest: plain };
}
