/**
 * JSON formatted for people, otherwise identical character by character: numbers keep every digit, which parsing would not.
 * Text that is not JSON is returned unchanged.
 */
export function indentJson(json: string): string {
  if (!isJson(json)) return json;
  let depth = 0;
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') text += token + newLine((depth += 1));
    else if (token === '}' || token === ']') text += newLine((depth -= 1)) + token;
    else if (token === ',') text += token + newLine(depth);
    else text += token === ':' ? ': ' : token;
  }
  // In empty objects and lists only the line breaks between their brackets are removed; no string holds a line break.
  return text.replaceAll(/([[{])\n\s*([\]}])/g, '$1$2');
}

/** Strings, punctuation, and everything between except white space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
