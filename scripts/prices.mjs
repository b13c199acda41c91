// Writes src/store/usage/priceTable.ts from the package @pydantic/genai-prices.   node scripts/prices.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

register();
const { priceTableSource } = createRequire(import.meta.url)('../test/unit/store/usage/priceTableSource.ts');
const file = join(import.meta.dirname, '../src/store/usage/priceTable.ts');
writeFileSync(file, await priceTableSource());
execFileSync(join(import.meta.dirname, '../node_modules/.bin/oxfmt'), [file]);
