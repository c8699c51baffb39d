export { readArticle } from './article-without-barcode';
export { byVariant } from './by-variant';
export { decideLinks, MOST_LINKS_AT_ONCE } from './decide-links';
export { describeEvidence, LinkEvidence } from './describe-evidence';
export { BY_GROUP, GROUP_PLACE, groupList, linkFilterOf } from './group-list';
export { importLinks } from './import-links';
export { LINK_STATES, SCORE_EXPLAINED, scoreText } from './link-labels';
export {
  LINK_CONFIDENCES,
  type LinkConfidence,
  type LinkGroup,
  type LinkQuery,
  type ListedLinkProposal,
  listLinkProposals,
} from './list-link-proposals';
export { LINK_DECISIONS } from './next-link-state';
export { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE } from './read-link-file';
