/** Orders texts by code point (D24); JavaScript's `<` compares UTF-16 units. UTF-8 bytes sort as code points do. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}
