import { readManifest } from '../project.mjs';
import { SetUpProblem, step } from '../step.mjs';

/** Whether version `v20.20.2` satisfies an `engines` entry of the form `>=20.19`. */
export function satisfies(version, required) {
  const numbers = (text) => text.replace(/^\D*/, '').split('.').map(Number);
  const [has, asked] = [numbers(version), numbers(required)];
  const difference = asked.map((number, index) => (has[index] ?? 0) - number).find((value) => value !== 0);
  return difference === undefined || difference > 0;
}

/** @throws {SetUpProblem} on a Node that package.json's `engines` rules out */
export const checkNode = () =>
  step('Node.js: checks the version', (note) => {
    const required = readManifest().engines.node;
    if (!satisfies(process.version, required)) {
      throw new SetUpProblem(
        `Node.js ${required} is needed; this is ${process.version}. See https://nodejs.org.`,
      );
    }
    note(process.version);
  });
