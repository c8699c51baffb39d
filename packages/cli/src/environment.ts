/** The environment as it stands: what the hub command reads of it, and what services started from here are given. */
export const environment = (): NodeJS.ProcessEnv => process.env;
