export { DURATION_BOUNDS, durationWithin } from './call-durations';
export { countNextHour } from './count-hours';
export { FIGURE_KINDS, type Figure } from './count-window';
export { failuresOverTime, type FailuresOfCause } from './failures-over-time';
export {
  countedUntil,
  liveFigures,
  networkFigures,
  shopFigures,
  type LiveFigures,
  type NetworkFigure,
} from './read-figures';
export { RANGES, timeRange, type Range, type TimeRange } from './time-range';
