const { EVERYWHERE, faultsOf } = require('./avoided');

/** What writing.md forbids in prose of any kind, each with what to write. What people do ("the shop says") is theirs. */
const PHRASES = [
  ...EVERYWHERE,
  [
    /\b(?:stores?|hub|brokers?|databases?|desk|services?|ingress|workers?|platforms?|RabbitMQ|PostgreSQL) (?:itself )?(?:says?|said)\b/i,
    'returns, reports, answers, shows',
  ],
  [
    /\b(?:is|are|was|were|be|been|being|stays?) away\b|\bgo(?:es)? away\b/i,
    'is unavailable, cannot be reached',
  ],
  [/\b(?:is|are|was|were) (?:not )?well\b(?!-)/i, 'works, fails, is solved'],
  [/\bonce more\b/i, 'again'],
  [/\bat the most\b/i, 'at most'],
  [/\bwithout end\b/i, 'indefinitely'],
  [/\b(?:quarter of an hour|half an hour|half a minute)\b/i, 'the figure: 15 minutes, 30 seconds'],
  [/(?:^|\. )Pure\b[.:,]|[:,] pure\b[.:,]/, 'why, or nothing: `decide-` means pure'],
  // Between codes and figures an arrow is notation.
  [/[\p{Ll})][*]* [→⇒]|[→⇒] [(*]*\p{Ll}/u, 'words: then, to, becomes'],
];

/**
 * The forbidden phrases of a text, each with what to write.
 *
 * @param {string} text
 * @returns {string[]}
 */
const forbiddenIn = (text) => faultsOf(text, PHRASES);

module.exports = { forbiddenIn };
