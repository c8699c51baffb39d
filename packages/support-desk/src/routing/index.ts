export { PolicyName } from './decide-policy';
export { replayDecisions, type ReplayedOrder } from './replay-decisions';
export { adoptPolicy, listPolicies, withdrawPolicy, type ListedPolicy } from './policies';
export { tryBasket, type Basket, type TriedBasket } from './try-basket';
