const nodePath = require('node:path');
const { projects } = require('../../jest.config.js');

const { displayName, ...unit } = projects.find((project) => project.displayName === 'unit');

/** The unit tests of one part (`parts.js`), run for each change that is made to its rules; Stryker wraps Node.js's own environment alone. */
module.exports = {
  ...unit,
  rootDir: nodePath.resolve(__dirname, '../..'),
  testEnvironment: 'node',
  // The copy lies below `.hub`, which other runs leave out.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.(db|e2e|trial|adapter)\\.test\\.ts$'],
  modulePathIgnorePatterns: ['/dist/'],
  testMatch: JSON.parse(process.env.HUB_MUTATION_TESTS),
};
