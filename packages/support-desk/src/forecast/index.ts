export { FORETOLD_EFFECTS, type ForetoldEffect } from './replay-forecast';
