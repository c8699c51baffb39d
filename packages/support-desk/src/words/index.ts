export { amount, figure, money } from './amount';
export { caseTitle } from '../cases/causes';
export { problemOf } from '../problems/problems';
export { caseReason, entryLabel } from './case-labels';
export { HEADLINE_LABELS } from './headline-labels';
export { labelOf } from './label-of';
export { plainFailure } from './plain-failure';
export { POLICY_LABELS } from './policy-labels';
export { reasonLabel } from './reason-label';
