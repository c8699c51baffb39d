export { advanceLabRuns, KEPT_LINES, deferLabRun } from './advance-lab';
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
