export { advanceLabRuns, KEPT_LINES, deferLabRun } from './advance-lab';
export { compareLatest, type ComparedOrders } from './compare-latest';
export {
  findLabRun,
  listLabLines,
  listLabRuns,
  startLabRun,
  stopLabRun,
  type ListedLabLine,
  type ListedLabRun,
  type ShownLabRun,
} from './lab-runs';
