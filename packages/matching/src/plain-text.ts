const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
};

/** Normalised text: lower case, no accents or marks, apostrophes dropped, everything else between words a blank. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßäöüæøå]/g, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’`´]/g, '')
    .replace(/(\d)[.,](?=\d)/g, '$1.')
    .replace(/[^a-z0-9.]+/g, ' ')
    .replace(/\.(?!\d)|(?<!\d)\./g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words of a normalised text; letters and figures written together are split (`75mm` is `75` and `mm`). */
export function wordsOf(plain: string): string[] {
  return plain
    .replace(/(\d)(?=[a-z])/g, '$1 ')
    .replace(/([a-z])(?=\d)/g, '$1 ')
    .split(' ')
    .filter((word) => word !== '');
}
