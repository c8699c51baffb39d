/** The form of a text, and its description for the person who gives it. */
export interface TextForm {
  pattern: RegExp;
  expected: string;
}

/**
 * A signing secret (D25). A line end or a blank at either end is left over from copying, and the other side signs
 * without it.
 */
export const SIGNING_SECRET: TextForm = {
  pattern: /^(?!\s)\P{Cc}+(?<!\s)$/u,
  expected: 'text without control characters, and without blanks at either end',
};

/** A bearer token (D25): what an HTTP header can carry. */
export const BEARER_TOKEN: TextForm = {
  pattern: /^[\x21-\x7e]+$/,
  expected: 'visible ASCII characters without spaces',
};
