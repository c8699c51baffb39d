/**
 * For the TypeScript compiler and the linter, which are written in Go: fewer rounds of garbage collection save a
 * quarter of their processor time. Near 3 GiB they collect as often as memory needs it.
 */
export const compilerEnv = () => ({ ...process.env, GOGC: '400', GOMEMLIMIT: '3GiB' });
