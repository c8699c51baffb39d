/**
 * What a new agent stumbles over, and our own names of things, each with what is written instead. "Tell" stays for what a person
 * does ("tell the shop which order"); the hub notifies, sends, reports or answers.
 */
const AVOIDED = [
  [/\b(told|tells|telling)\b/i, 'notify, report, send, answer; show, know'],
  [/\b(somebody|nobody|whoever)\b/i, 'the role: an agent, the caller, another worker; none'],
  [/\bdeeds?\b/i, 'action'],
  [/\b(puts? off|postpon\w+|left alone|put aside)\b/i, 'deferred, retry later, suspended, discarded'],
  [/\bfor good\b/i, 'permanently'],
  [/\banew\b/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\btroubles?\b/i, 'problem'],
  [/\b(out of|in) step\b/i, 'out of sync, in sync'],
  [/\bnudges?\b/i, 'follow-up command'],
  [/\bin hand\b/i, 'in flight'],
  [/\bin words\b/i, 'label'],
  [/(?<!\b(?:small|upper-case|lower-case|two|of) |data-)\bletters?\b(?!, digits)/i, 'failed message'],
  [/\b(dies|died)\b/i, 'failed'],
  [/\b(which they are|how they stand|none is ticked)\b/i, 'Messages, Status, Select at least one'],
  // To pass, of a test or a check, is a verb that every engineer knows.
  [/\bpasses\b|\b(?:a|the|each|every|last|later|next) pass\b/i, 'sweep, attempt'],
  [/\bstor(?:y|ies)\b/i, 'timeline'],
  [/\bcircuit_open\b/i, 'its label'],
];

/**
 * The avoided words of a text, each with what to write; texts may be broken over lines.
 *
 * @param {string} text
 * @returns {string[]}
 */
function avoidedIn(text) {
  const plain = text.replaceAll(/\s+/g, ' ');
  return AVOIDED.flatMap(([word, instead]) => {
    const [found] = word.exec(plain) ?? [];
    return found === undefined ? [] : [`"${found}": write ${instead}`];
  });
}

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

module.exports = { avoidedIn, textsOfMarkdown };
