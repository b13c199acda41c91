// Writes src/insight/usage/priceTable.json from the package @pydantic/genai-prices.   node scripts/prices.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

register();
const { priceTableSource } = createRequire(import.meta.url)('../test/unit/store/usage/priceTableSource.ts');
const file = join(import.meta.dirname, '../src/insight/usage/priceTable.json');
writeFileSync(file, JSON.stringify(await priceTableSource()));
execFileSync(join(import.meta.dirname, '../node_modules/.bin/oxfmt'), [file]);
