/**
 * Parses an address as a browser does; null: it is none. Replaces `URL.canParse`, which Node 20 gets wrong once it has
 * compiled a caller: from then on it rejects any address with a Latin-1 letter (`ä`).
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
