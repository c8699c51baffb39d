/** Where more files fail than this, it was not the machine's moment that failed them. */
const MOST_FILES = 6;

/**
 * Services are real and the machine may be busy: a few test files that failed run once more, alone, and are
 * named if they pass then. Random inputs are the same both times (`same-properties.js`), so what breaks a rule
 * fails again.
 *
 * @param {import('./run-jest.mjs').JestRun} first
 * @param {(paths: string[]) => Promise<import('./run-jest.mjs').JestRun>} runFiles
 * @returns {Promise<{ passed: number, failed: number, onlyAgain: string[] }>} `onlyAgain`: files that failed first
 */
export async function tryAgain(first, runFiles) {
  const failedFiles = first.files.filter(({ failed }) => failed > 0);
  if (failedFiles.length === 0 || failedFiles.length > MOST_FILES) return { ...counts(first), onlyAgain: [] };
  const again = await runFiles(failedFiles.map(({ path }) => path));
  const brokeOff = again.failed > sum(again.files, 'failed');
  if (brokeOff) return { ...counts(first), onlyAgain: [] };
  const second = new Map(again.files.map((file) => [file.path, file]));
  const files = first.files.map((file) => (file.failed > 0 && second.get(file.path)) || file);
  const onlyAgain = failedFiles.map(({ path }) => path).filter((path) => second.get(path)?.failed === 0);
  return { passed: sum(files, 'passed'), failed: sum(files, 'failed'), onlyAgain };
}

const counts = ({ passed, failed }) => ({ passed, failed });

const sum = (files, what) => files.reduce((total, file) => total + file[what], 0);
