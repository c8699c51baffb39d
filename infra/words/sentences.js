/** A sentence with more words is two. */
const LONGEST = 40;
/** A shorter one may list with semicolons, such as a cell of a table. */
const SHORT = 20;

/**
 * The sentences of a paragraph. What is between backquotes is one word, and an abbreviation ends no sentence.
 *
 * @param {string} text
 * @returns {string[]}
 */
function sentencesOf(text) {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?…][)"'”*_]*) (?=[(["'“*_`]*(?:[A-Z0-9`<]|$))|(?<=:) (?=- )/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * What is wrong with the sentences of a paragraph, each fault with what to do.
 *
 * @param {string} text
 * @param {{ isCell?: boolean }} where `isCell`: of a table, where semicolons separate a list
 * @returns {string[]}
 */
function sentenceFaults(text, { isCell = false } = {}) {
  return sentencesOf(text).flatMap((sentence) => {
    const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const semicolons = sentence.split(';').length - 1;
    const shown = `"${sentence.slice(0, 60)}…"`;
    return [
      ...(words > LONGEST ? [`${shown} has ${words} words: at most ${LONGEST}`] : []),
      ...(!isCell && semicolons > 1 && words > SHORT
        ? [`${shown} has ${semicolons} semicolons: write sentences or a list`]
        : []),
    ];
  });
}

module.exports = { sentenceFaults };
