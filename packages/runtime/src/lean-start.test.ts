import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SERVICES = join(__dirname, '..', '..', '..', 'services');
const mains = readdirSync(SERVICES).map((service) => join(SERVICES, service, 'src', 'main.ts'));

describe('a service starts lean', () => {
  it.each(mains)('%s loads nothing before the nursery is limited, and lets it grow once it runs', (main) => {
    const source = readFileSync(main, 'utf8');
    const [first] = /^import .*$/m.exec(source) ?? [];
    expect(first).toBe("import { endLeanStart } from '@hub/runtime/lean-start';");
    expect(source).toMatch(/\.then\(\s*endLeanStart/);
  });
});
