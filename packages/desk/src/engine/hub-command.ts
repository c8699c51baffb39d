/** What a command of `hub` says in its help, and what it takes by the field of the input, in the order of the command line. */
export interface HubCommand {
  says: string;
  takes?: Readonly<Record<string, HubField>>;
}
/** An argument, as `<slug>`, or an option, as `--until <instant>`. It must be given, unless it is `optional`. */
type HubField = readonly [flags: string, help?: string, optional?: 'optional'];

/** A shipping order, as an argument. */
export const REFERENCE = 'our reference of the shipping order (its external_ref, see order show)';
