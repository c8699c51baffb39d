import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

/** Part of `npm run docs`: the commands of `hub`, the variables of every program and the tables, from their definitions. */
const load = createRequire(import.meta.url);
const { commandsPage } = load('./commands-page.js');
const { retentionPage } = load('./retention-page.js');
const { variablesPage } = load('./variables-page.js');
const fromBuild = (folder, module) => load(inProject(folder, 'dist', `${module}.js`));
writeFileSync(inProject('docs', 'operators', 'command-reference.md'), await commandsPage(fromBuild));
writeFileSync(inProject('docs', 'operators', 'retention.md'), retentionPage(fromBuild));
writeFileSync(inProject('docs', 'operators', 'variables.md'), variablesPage(fromBuild));
