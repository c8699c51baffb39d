import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { runEntry } from '../run-entry.mjs';
import { commentsOf } from './comments.mjs';
import { paragraphsOf, paragraphsOfComment } from './paragraphs.js';
import { forbiddenIn } from './phrases.js';
import { NO_PROSE, TEXT_SOURCES, TOOL_SOURCES } from './places.js';
import { sentenceFaults } from './sentences.js';
import { textsOfSource } from './texts.mjs';
import { titlesOfTests } from './titles.mjs';

/** Of a shell, a database, or in another language of schemas. */
const SCRIPT =
  / && |^\s*(?:create|delete|insert|select|update|CREATE|DELETE|FROM|INSERT|SELECT|UPDATE|WITH|directive|syntax) /;
const TEST = /\.(?:test|spec)\.\w+$/;
const LISTED = ['ls-files', '--cached', '--others', '--exclude-standard'];

/**
 * Part of `npm run check`: whether the documents, comments and texts of sources keep to the rules of prose that a machine can see.
 * Exit 1 if one does not; each fault as `file:line: …`.
 */
await runEntry(async () => {
  const files = (await runCommand('git', LISTED)).split('\n').filter((path) => existsSync(inProject(path)));
  const faults = files.flatMap((path) => faultsOf(path));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length > 0 ? 1 : 0;
});

function faultsOf(path) {
  if (path.endsWith('.md')) return NO_PROSE.test(path) ? [] : faultsIn(path, paragraphsOf(read(path)));
  if (!/\.(?:tsx?|m?js)$/.test(path)) return [];
  const source = read(path);
  const comments = commentsOf(path, source).flatMap(({ line, text }) =>
    paragraphsOfComment(text).map((paragraph) => ({ line, text: paragraph })),
  );
  return faultsIn(path, [...comments, ...textsIn(path, source)]);
}

/** Of a test only its titles: its data is of any form. */
function textsIn(path, source) {
  if (TEST.test(path)) return titlesOfTests(path, source);
  const hasTexts = [...TEXT_SOURCES, ...TOOL_SOURCES].some((place) => path.startsWith(`${place}/`));
  return hasTexts ? textsOfSource(path, source).filter(({ text }) => !SCRIPT.test(text)) : [];
}

function faultsIn(path, paragraphs) {
  return paragraphs.flatMap(({ line, text, isCell }) =>
    [...forbiddenIn(text), ...sentenceFaults(text, { isCell })].map((fault) => `${path}:${line}: ${fault}`),
  );
}

function read(path) {
  return readFileSync(inProject(path), 'utf8');
}
