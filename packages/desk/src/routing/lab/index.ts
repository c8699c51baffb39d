export { advanceLabRuns, deferLabRun, KEPT_LINES } from './advance-lab';
export {
  findLabRun,
  type ListedLabLine,
  type ListedLabRun,
  listLabLines,
  listLabRuns,
  type ShownLabRun,
  startLabRun,
  stopLabRun,
} from './lab-runs';
