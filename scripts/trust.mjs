// Writes docs/trust.md from what the repository counts of itself.   node scripts/trust.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

register();
const { trustDocument } = createRequire(import.meta.url)('../test/server/trustDocument.ts');
writeFileSync(join(import.meta.dirname, '../docs/trust.md'), trustDocument());
