/**
 * Services are real and the machine may be busy: a single test file whose only failures are time limits runs again,
 * alone. If it passes then, it is named as a defect, of the test or of the code. Nothing else is run again.
 *
 * @param {import('./run-jest.mjs').JestRun} first
 * @param {(path: string) => Promise<import('./run-jest.mjs').JestRun>} runFile
 * @returns {Promise<{ passed: number, failed: number, onlyAgain: string | null }>} `onlyAgain`: the file that failed first
 */
export async function tryAgain(first, runFile) {
  const { passed, failed } = first;
  const [file, ...others] = first.files.filter((one) => one.failed > 0);
  if (!file?.late || others.length > 0) return { passed, failed, onlyAgain: null };
  const again = await runFile(file.path);
  const [second] = again.files;
  if (again.failed > 0 || second === undefined) return { passed, failed, onlyAgain: null };
  return { passed: passed - file.passed + second.passed, failed: 0, onlyAgain: file.path };
}
