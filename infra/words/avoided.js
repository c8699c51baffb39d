/** Words that no prose of the project has, each with what is written instead. */
const EVERYWHERE = [
  [/\b(somebody|nobody|whoever|whomever)\b/i, 'the role: an agent, the caller, another worker; none'],
  [/\bdeeds?\b/i, 'action'],
  [/\banew\b/i, 'again'],
  [/\b(puts? off|postpon\w+)\b/i, 'deferred, retry later, suspended'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\b(out of|in) step\b/i, 'out of sync, in sync'],
];

/**
 * What a new agent stumbles over, and our own names of things, each with what is written instead. "Tell" stays for what a person
 * does ("tell the shop which order"); the hub notifies, sends, reports or answers.
 */
const AVOIDED = [
  ...EVERYWHERE,
  [/\b(told|tells|telling)\b/i, 'notify, report, send, answer; show, know'],
  [/\b(left alone|put aside)\b/i, 'suspended, discarded'],
  [/\bfor good\b/i, 'permanently'],
  [/\btroubles?\b/i, 'problem'],
  [/\bnudges?\b/i, 'follow-up command'],
  [/\bin hand\b/i, 'in flight'],
  [/\bin words\b/i, 'label'],
  [
    /(?<!\b(?:small|upper-case|lower-case|escaped|two|of) |data-)\bletters?\b(?!, digits| or digit| beyond ASCII)/i,
    'failed message',
  ],
  [/\b(dies|died)\b/i, 'failed'],
  [/\b(which they are|how they stand|none is ticked)\b/i, 'Messages, Status, Select at least one'],
  // To pass, of a test or a check, is a verb that every engineer knows.
  [/\bpasses\b|\b(?:a|the|each|every|last|later|next) pass\b/i, 'sweep, attempt'],
  [/\bstor(?:y|ies)\b/i, 'timeline'],
  [/\bcircuit_open\b/i, 'its label'],
];

/**
 * The words of a table that a text has, each with what to write; texts may be broken over lines.
 *
 * @param {string} text
 * @param {readonly (readonly [RegExp, string])[]} table
 * @returns {string[]}
 */
function faultsOf(text, table) {
  const plain = text.replaceAll(/\s+/g, ' ');
  return table.flatMap(([word, instead]) => {
    const [found] = word.exec(plain) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead}`];
  });
}

/**
 * The avoided words of a page text, each with what to write.
 *
 * @param {string} text
 * @returns {string[]}
 */
const avoidedIn = (text) => faultsOf(text, AVOIDED);

/**
 * The lines of a document without its commands, codes and addresses.
 *
 * @param {string} source
 * @returns {{ line: number, text: string }[]}
 */
function textsOfMarkdown(source) {
  return source
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]+`|(?<=\])\([^)\n]+\)/g, '')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }));
}

module.exports = { avoidedIn, EVERYWHERE, faultsOf, textsOfMarkdown };
