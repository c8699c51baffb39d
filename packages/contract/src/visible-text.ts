/** What moves a cursor, ends a line or turns the direction of the text after it. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const LAST_OF_ONE_BYTE = 0xff;

/**
 * A text from outside as one line at a terminal: control, escape and bidirectional characters are shown as `\x1b` or
 * `\u202e`, so that a store's text neither drives the terminal nor forges a line.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    const hex = code.toString(16);
    return code <= LAST_OF_ONE_BYTE ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}
