// How the search of the site finds: the page and the test of the site load it, after minisearch.js and search-entries.js.

/**
 * An identifier is found as a whole and by its parts: `order_already_shipped` by "shipped", `HubServiceDown` by "service".
 *
 * @param {string} text
 * @returns {string[]}
 */
function wordsOf(text) {
  const found = text.match(/[\p{L}\p{N}]+(?:[_./:-][\p{L}\p{N}]+)*/gu) ?? [];
  return found.flatMap((whole) => {
    const parts = whole.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u);
    return parts.length > 1 ? [whole, ...parts] : parts;
  });
}

/** @returns {(question: string) => { id: string, title: string, heading: string, text: string }[]} the best entry first */
globalThis.createFinder = (MiniSearch, entries) => {
  const index = new MiniSearch({
    fields: ['page', 'title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'text', 'weight'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { page: 2, title: 3, heading: 4 },
      // How often a word occurs says little: a reference repeats its words.
      bm25: { k: 0.5, b: 0.5, d: 0.5 },
      boostDocument: (_id, _word, { weight }) => weight,
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 5 ? 0.15 : false),
    },
  });
  index.addAll(entries);
  return (question) => {
    const whole = index.search(question, { combineWith: 'AND' });
    const ids = new Set(whole.map(({ id }) => id));
    return [...whole, ...index.search(question).filter(({ id }) => !ids.has(id))];
  };
};
