export { localDay } from './local-day';
