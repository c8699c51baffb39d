export { criteriaName } from './adopt-question';
export { adoptPolicy, type ListedPolicy, listPolicies, withdrawPolicy } from './policies';
export { POLICY_LABELS } from './policy-labels';
export { replayDecisions, type ReplayedOrder } from './replay-decisions';
export { type Basket, type TriedBasket, tryBasket } from './try-basket';
