/**
 * How long a test waits at most for its expectation. Waits end with the expected event, so a long limit costs nothing
 * unless something is broken: the second try of a failed file waits several times as long.
 *
 * @param ms as written in the test
 * @returns milliseconds; `HUB_TEST_PATIENCE` times as many
 */
export function patience(ms: number): number {
  return ms * Number(process.env['HUB_TEST_PATIENCE'] ?? 1);
}
