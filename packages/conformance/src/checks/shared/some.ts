const SHOWN = 5;

/** The first few of a list, and how many more there are. */
export function some(texts: readonly string[]): string {
  const more = texts.length - SHOWN;
  return `${texts.slice(0, SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
