export { amount, figure, money } from './amount';
export { caseReason, caseTitle, entryLabel } from './case-labels';
export { HEADLINE_LABELS } from './headline-labels';
export { labelOf } from './label-of';
export { plainFailure } from './plain-failure';
export { POLICY_LABELS } from './policy-labels';
export { reasonLabel } from './reason-label';
export { SITUATION_LABELS } from './situation-labels';
