/** Words that no name in the code has, each with what to write. */
const WORDS = [
  [/^(told|tells?|telling|teller|untold|foretold)$/, 'notify, report, send; forecast'],
  [/^deeds?$/, 'act, action'],
  [/^wanted$/, 'target, requested, expected'],
  [/^letters?$/, 'message'],
  [/^pass(es)?$/, 'sweep, run'],
  [/^(somebody|nobody|whoever)$/, 'the role'],
  [/^postpone[ds]?$/, 'defer'],
  [/^(anew|mends?|mended|troubles?)$/, 'again, repair, problem'],
  [/^nudge[ds]?$/, 'follow-up, wake-up'],
  [/^(story|stories)$/, 'timeline, scenario'],
  [/^(keepers?|mortality|narrator|truth)$/, 'supervisor, fault injector, reporter, model'],
];

/** The same of several words. */
const PHRASES = [
  [/at_hand/, 'cached, batch'],
  [/(?:out_of|in)_step(?!s)/, 'out of sync, in sync'],
  [/in_words/, 'label, text'],
  [/(?:event|call|write|stop)_end$/, 'outcome'],
  [/fallen_by|stock_book|front_door/, 'delta, stock batch, fake ingress'],
];

/** Names that stay, by why: programs outside this project, stored rows or operators know them, or they mean another thing. */
const KEPT = [
  // Stored, or known outside.
  [/^hub_told$/, 'the key under which the plugin keeps its state in Medusa'],
  [/^tellsListedStockAlone$/, 'an option of the store kit, which adapters set'],
  [/^untold$/, 'a field of the stored figures of a routing lab'],
  [/^postponed?$/, 'how a call or a settlement ended: stored, in logs and in a metric'],
  [/^trouble$/, 'the option of `npm start -- --trouble`'],
  [
    /^(?:(?:stock_)?out_of_step(?:_since|_quantities)?|in_step)$/,
    'an alert, a column, its state, and fields of `--json`',
  ],
  [/^(?:PLACING_PASSES_MS|RABBITMQ_DEFAULT_PASS)$/, 'a variable of the configuration'],
  [/^passes$/, 'a column; of a check or a gate, the verb'],
  // The verb that every engineer knows: to let pass, to pass on.
  [
    /^(?:pass|passOn|passPage|passLogLine|passTime|letPass|letTimePass|mayPass|timePasses|PassThrough|(?:pass-time|let-time-pass)\.ts)$/,
    'the verb',
  ],
];

/** Where letters are those of the alphabet. */
const ALPHABET =
  /^(?:infra\/|bench\/src\/matching\/|packages\/(?:conformance|matching|observability|testing)\/|packages\/orders\/test\/trace-locks|packages\/desk\/src\/(?:engine\/sections|orders\/title-words)|services\/catalogue\/|services\/support\/src\/web\/(?:layout\/|orders\/shop-linked))/;

/** `aDeadLetter`, `DEAD_LETTER` and `dead-letter` as `dead_letter`. */
const plain = (name) =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-.$]/g, '_').toLowerCase();

/**
 * The avoided words of a name in a file, each with what to write.
 *
 * @param {string} path
 * @param {string} name
 * @returns {string[]}
 */
function avoidedInName(path, name) {
  if (KEPT.some(([kept]) => kept.test(name))) return [];
  // `dead_letter` is RabbitMQ's own word, in tables, queues, headers and addresses.
  const whole = plain(name).replaceAll(/dead_?letter(s|ed|ing)?/g, 'dead');
  const words = whole.split('_').filter((word) => !(ALPHABET.test(path) && /^letters?$/.test(word)));
  return [
    ...WORDS.filter(([word]) => words.some((one) => word.test(one))),
    ...PHRASES.filter(([phrase]) => phrase.test(whole)),
  ].map(([, instead]) => `${name}: write ${instead}`);
}

/**
 * The same of a file's own name and its folders.
 *
 * @param {string} path
 * @returns {string[]}
 */
const avoidedInPath = (path) => path.split('/').flatMap((part) => avoidedInName(path, part));

module.exports = { avoidedInName, avoidedInPath };
