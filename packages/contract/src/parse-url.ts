/**
 * Reads an address as a browser does; null: it is none. In place of `URL.canParse`, which Node 20 gets wrong once it
 * has compiled a caller: any address with a letter of Latin-1 (`ä`) is none from then on.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
