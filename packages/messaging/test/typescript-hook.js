// Lets a child process of a test run the sources directly: `node --conditions=hub-source -r <this> program.ts`.
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  module._compile(transformFileSync(filename, { swcrc: true, cwd: __dirname }).code, filename);
};
