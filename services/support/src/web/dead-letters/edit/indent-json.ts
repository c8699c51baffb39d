/**
 * JSON laid out for people, letter for letter the same otherwise: numbers keep every digit, which parsing would not.
 * What is no JSON comes back as it is. Pure.
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
  // Of empty objects and lists only the line breaks between their brackets are taken out; no string holds a line break.
  return text.replaceAll(/([[{])\n\s*([\]}])/g, '$1$2');
}

/** Strings, marks, and all that stands between but for space. */
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
