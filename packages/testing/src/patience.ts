/**
 * How long a test waits at most for what it expects. Waits end with what they wait for, so a long limit costs nothing
 * but when something is broken: the second try of a file that failed waits several times as long.
 *
 * @param ms as written in the test
 * @returns milliseconds; `HUB_TEST_PATIENCE` times as many
 */
export function patience(ms: number): number {
  return ms * Number(process.env['HUB_TEST_PATIENCE'] ?? 1);
}
