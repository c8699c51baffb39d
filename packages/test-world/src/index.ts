export { aSoldOrder, aStore, type StoreOfShop } from './a-store';
export { dyingAfter, refusedAfter } from './failing-calls';
export { aCommand, accepted, anEventOf, ASLEEP, duplicate, echo, refused } from './inputs';
export { Running } from './running';
export { World } from './world';
