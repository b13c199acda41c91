#!/usr/bin/env node
// Stands in for the desktop editor's program: `runTests({ vscodeExecutablePath: <this file>, … })`.
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
const { launch } = createRequire(import.meta.url)('./launcher.ts');
process.exit(await launch(process.argv.slice(2)));
