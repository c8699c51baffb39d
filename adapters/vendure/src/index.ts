export { HubPlugin, type HubPluginOptions } from './hub-plugin';
