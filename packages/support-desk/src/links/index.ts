export { byVariant } from './by-variant';
export { countLinkProposals } from './count-link-proposals';
export {
  decideLinks,
  decideLinksTogether,
  LINK_REFUSAL_LABELS,
  type ChosenLink,
  type LinkDecision,
  type LinkOutcome,
  type LinkRefusal,
  type LinkSide,
} from './decide-links';
export { readArticle } from './article-without-barcode';
export { describeEvidence, type LinkEvidence } from './describe-evidence';
export { nextLinkState } from './next-link-state';
export { listLinkGroups, type LinkGroupPlace, type ListedLinkGroup } from './list-link-groups';
export {
  LINK_CONFIDENCES,
  listLinkProposals,
  type LinkConfidence,
  type LinkGroup,
  type LinkPlace,
  type LinkQuery,
  type ListedLinkProposal,
} from './list-link-proposals';
export { importLinks, type LinkImport } from './import-links';
export { csvText, DECISION_COLUMN, PROPOSAL_COLUMN, type FileColumn } from './link-file';
export { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE, type LinkFileFault } from './read-link-file';
export { BY_GROUP, GROUP_PLACE, groupList, linkFilterOf } from './group-list';
export { describePair, pairList } from './pair-list';
export { LINK_STATES, SCORE_EXPLAINED, scoreText } from './link-words';
export { waitingLinkList } from './waiting-list';
