/** The process environment: the hub command reads it, and services started from here get it. */
export const environment = (): NodeJS.ProcessEnv => process.env;
