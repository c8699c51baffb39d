export { HubPlugin } from './hub-plugin';
export type { HubPluginOptions } from './options';
