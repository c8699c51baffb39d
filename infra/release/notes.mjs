import { readFileSync } from 'node:fs';
import { inProject, readManifest } from '../project.mjs';
import { changesOf } from './changes-of.mjs';

/** What CHANGELOG.md says of this version: the page of a release. Exit 1 where it says nothing. */
const changes = changesOf(readFileSync(inProject('CHANGELOG.md'), 'utf8'), readManifest().version);
if (changes === '') process.exitCode = 1;
process.stdout.write(`${changes}\n`);
