import { nameOf } from './write-bom.mjs';

const OURS = /^@hub\//;

/**
 * @param {Awaited<ReturnType<typeof import('./write-bom.mjs').writeBom>>} bom
 * @param {{ needed: string[], tools: string[] }} names of what a program depends on when it runs, and of what only builds and tests
 * @returns {string[]} empty: nothing is missing, and nothing is in it that does not run
 */
export function bomFaults(bom, { needed, tools }) {
  const names = new Set(bom.components.map(nameOf));
  const others = bom.components.filter((part) => !OURS.test(nameOf(part)));
  return [
    ...needed.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
    ...tools
      .filter((name) => names.has(name) && !needed.includes(name))
      .map((name) => `${name} only builds and tests`),
    ...others.filter((part) => !hashOf(part)).map((part) => `${nameOf(part)} has no hash`),
    ...others
      .filter(({ licenses = [] }) => licenses.length === 0)
      .map((part) => `${nameOf(part)} has no licence`),
  ];
}

const hashOf = ({ externalReferences = [] }) =>
  externalReferences.find(({ type, hashes = [] }) => type === 'distribution' && hashes.length > 0);
