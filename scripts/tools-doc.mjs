// Writes docs/tools.md from the tools of the server.   node scripts/tools-doc.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

register();
const { toolsDocument } = createRequire(import.meta.url)('../test/server/toolsDocument.ts');
writeFileSync(join(import.meta.dirname, '../docs/tools.md'), toolsDocument());
