import { describe, expect, it } from '@jest/globals';
import { answersIn, expectedAnswers, LANGUAGES, shownFile } from './support/signing-languages';

/** Go has a separate command: `npm run test:signing`. */
describe.each(Object.entries(LANGUAGES))('docs/integrators/signing: %s (D2)', (_name, language) => {
  it('signs and verifies every vector as the service does', () => {
    expect(answersIn(language)).toEqual(expectedAnswers());
  });

  it('compares in constant time', () => {
    expect(shownFile(language)).toContain(language.comparesWith);
  });
});
