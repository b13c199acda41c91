// Settings of Stryker, which changes the way a save takes to the disk in hundreds of places, one at a time, and runs the
// tests of it each time:   npm run test:mutation   (an hour). See docs/decisions/mutation.md.
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tests = [
  ...['appendLines', 'lock', 'lockFaults', 'placeNew', 'save', 'removeHeld', 'refusals', 'backups'],
  ...['dialogs', 'activeDialog', 'damage', 'writePath'],
];

export default {
  testRunner: 'mocha',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  mutate: [
    'src/disk/files/{appendLines,atomic,lock,generations,placeNew}.ts',
    'src/history/dialogs/{save,apply}.ts',
  ],
  mochaOptions: {
    'no-package': true,
    'no-config': true,
    // Mocha looks for them from its own folder, which is that of Stryker.
    require: ['node_modules/tsx/dist/cjs/index.cjs', 'test/temporary.cjs'].map((file) => join(root, file)),
    spec: tests.map((name) => `test/unit/store/${name}.test.ts`),
  },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation.json' },
  ignorePatterns: ['docs', 'media', 'release'],
  tsconfigFile: 'none', // tsx needs none
  tempDirName: '.stryker-tmp',
  timeoutMS: 5_000,
};
