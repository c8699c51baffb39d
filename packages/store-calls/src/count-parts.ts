const [QUOTE, BACKSLASH, COMMA, COLON, BRACE, BRACKET] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b];

/**
 * Whether JSON has more parts (objects, lists, names and entries) than given, without parsing it (D36): ten megabytes of
 * empty objects take twenty times their bytes once parsed. What is in strings does not count.
 */
export function hasMoreParts(json: Uint8Array, most: number): boolean {
  // Each part takes a byte.
  if (json.length <= most) return false;
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA || byte === COLON || byte === BRACE || byte === BRACKET) {
      parts += 1;
      if (parts > most) return true;
    }
  }
  return false;
}
