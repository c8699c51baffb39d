/** Orders texts by code point (D24); JavaScript's own `<` goes by UTF-16 unit. UTF-8 bytes sort as code points do. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}
