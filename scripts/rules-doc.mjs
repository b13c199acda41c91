// Writes docs/rules.md from the rules for agents.   node scripts/rules-doc.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

register();
const { rulesDocument } = createRequire(import.meta.url)('../test/unit/store/rulesDocument.ts');
writeFileSync(join(import.meta.dirname, '../docs/rules.md'), rulesDocument());
