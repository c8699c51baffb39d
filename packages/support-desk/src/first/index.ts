export { firstList } from './first-list';
