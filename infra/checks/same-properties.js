const fc = require('fast-check');

/**
 * Property tests play the same inputs in every run, so that a red one is the change's doing, and fails again.
 * `PROPERTY_SEED=random` plays others: for looking, not for CI.
 */
const SEED = process.env.PROPERTY_SEED ?? '2112642535';

if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED) });
