export * from './evidence';
export * from './listing';
export * from './propose';
export * from './score';
export * from './traps';
export * from './word-weights';
