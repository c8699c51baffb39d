const { existsSync, readdirSync } = require('node:fs');
const nodePath = require('node:path');

const ROOT = nodePath.join(__dirname, '..', '..');

/** Sources whose texts people read: pages, mails, commands, errors, log messages, and the texts of the contract. */
const TEXT_SOURCES = [
  'prisma/src',
  'services/support/assets',
  ...['packages', 'services'].flatMap((folder) =>
    readdirSync(nodePath.join(ROOT, folder)).map((name) => `${folder}/${name}/src`),
  ),
].filter((place) => existsSync(nodePath.join(ROOT, place)));

/** What runs beside the product: its messages are read by developers and operators. */
const TOOL_SOURCES = ['adapters', 'bench', 'docs', 'e2e', 'infra'];

/** Generated documents follow from the code, and a change log keeps what a release said. */
const NO_PROSE =
  /^(?:\.changeset\/.*|CHANGELOG|docs\/(?:message-map|order-states|cancellation-states)|docs\/operators\/(?:alerts|columns|command-reference|licences|variables))\.md$/;

module.exports = { NO_PROSE, TEXT_SOURCES, TOOL_SOURCES };
