export { figureText, shareText, sparklineOf } from './figure-text';
