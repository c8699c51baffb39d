const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** A command in a fence is alone on its line; in a sentence it is between backquotes. */
const FENCE = /^[ \t]*```sh\n([\s\S]*?)^[ \t]*```/gm;
const IN_BACKQUOTES = /`([^`\n]+)`/g;
const OTHERS = /^(kubectl|docker compose) /;

/**
 * Every line of `kubectl` and `docker compose` that the documents have an operator run: no test runs them, because neither program
 * is on the machines that run the tests.
 *
 * @param {string} root of the project
 * @returns {{ page: string, line: string }[]}
 */
exports.documentedLines = (root) =>
  [path.join(root, 'README.md'), ...pagesBelow(path.join(root, 'docs'))].flatMap((page) =>
    linesOf(readFileSync(page, 'utf8')).map((line) => ({ page: path.relative(root, page), line })),
  );

function pagesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

function linesOf(text) {
  const fenced = [...text.matchAll(FENCE)].flatMap(([, lines]) => lines.split('\n'));
  const said = [...text.replaceAll(FENCE, '').matchAll(IN_BACKQUOTES)].map(([, words]) => words);
  return [...fenced, ...said].map((line) => line.trim()).filter((line) => OTHERS.test(line));
}
