const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

const IMPORTED = /\bfrom\s+'([^']+)'/g;
/** What hooks itself into another package by being loaded: it has to be there before a page is drawn. */
const AT_ONCE = /^preact/;
const OWN = readFileSync(__filename, 'utf8');

/**
 * Compiles a source for a test, so that what it imports is loaded when it is first used. Every test file loads all its modules
 * again, and never uses most of them: the index of a package alone reaches hundreds.
 */
module.exports = {
  createTransformer(options) {
    const plain = createTransformer(options);
    return {
      ...plain,
      process(source, file, jest) {
        const lazy = [...new Set([...source.matchAll(IMPORTED)].map(([, from]) => from))].filter(
          (from) => !AT_ONCE.test(from),
        );
        return createTransformer({ ...options, module: { ...options.module, lazy } }).process(
          source,
          file,
          jest,
        );
      },
      getCacheKey: (source, file, jest) => plain.getCacheKey(`${OWN}${source}`, file, jest),
    };
  },
};
