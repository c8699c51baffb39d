/** Sources whose texts agents, shops and operators read: pages, mails and commands. */
const PAGE_SOURCES = [
  'services/support/assets',
  'services/support/src',
  'packages/alerts/src',
  'packages/cli/src',
  'packages/desk/src',
  'packages/integrator-guide/src',
  'packages/orders/src',
];

/** Generated documents follow from the code, and a change log keeps what a release said. */
const NO_PROSE =
  /^(?:\.changeset\/.*|CHANGELOG|docs\/(?:message-map|order-states|cancellation-states)|docs\/operators\/(?:alerts|columns|command-reference|licences|variables))\.md$/;

module.exports = { NO_PROSE, PAGE_SOURCES };
