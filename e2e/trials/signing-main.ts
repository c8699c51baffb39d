import { isDeepStrictEqual } from 'node:util';
import { answersIn, expectedAnswers, GO, LANGUAGES } from '../test/support/signing-languages';

/** `npm run test:signing`: every language of docs/integrators/signing, Go too. One line each; exits 1 where one is wrong or cannot be run. */
const expected = expectedAnswers();
for (const [name, language] of Object.entries({ ...LANGUAGES, Go: GO })) {
  const said = tryIn(language);
  if (said !== 'right') process.exitCode = 1;
  process.stdout.write(`${name}: ${said === 'right' ? `${expected.size} vectors right` : said}\n`);
}

function tryIn(language: typeof GO): string {
  try {
    const answers = answersIn(language);
    if (isDeepStrictEqual(answers, expected)) return 'right';
    const wrong = [...expected].filter(([name, answer]) => answers.get(name) !== answer);
    return `WRONG: ${wrong.map(([name]) => name).join('; ')}`;
  } catch (error) {
    return `NOT RUN: ${error instanceof Error ? error.message : String(error)}`;
  }
}
