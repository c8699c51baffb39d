export { DURATION_BOUNDS, durationWithin } from './call-durations';
export { countNextHour } from './count-hours';
export { type Figure, FIGURE_KINDS } from './count-window';
export { type FailuresOfCause, failuresOverTime } from './failures-over-time';
export {
  countedUntil,
  liveFigures,
  type LiveFigures,
  type NetworkFigure,
  networkFigures,
  shopFigures,
} from './read-figures';
export { type Range, RANGES, type TimeRange, timeRange } from './time-range';
