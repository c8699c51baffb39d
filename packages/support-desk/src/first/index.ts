export { FIRST_RULE, firstList } from './first-list';
