/**
 * What a test may see of the machine: the rest (DATABASE_URL, proxies, PGHOST, LOG_LEVEL, …) could make it
 * pass or fail.
 */
const LET_THROUGH = [
  'PATH',
  'HOME',
  'USER',
  'TMPDIR',
  'LANG',
  'TERM',
  'CI',
  'COLORTERM',
  'FORCE_COLOR',
  'NO_COLOR',
  // Where pictures are kept for people to look at.
  'HUB_TEST_PICTURES',
  // How large a trial is.
  'HUB_TRACED_ORDERS',
];

/**
 * @param {NodeJS.ProcessEnv} env this process's own
 * @param {Record<string, string>} services where the services of the tests are
 * @returns {NodeJS.ProcessEnv}
 */
export function testSurroundings(env, services) {
  const kept = LET_THROUGH.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]);
  return { ...Object.fromEntries(kept), TZ: 'UTC', ...services };
}
