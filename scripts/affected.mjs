// Which tests a change can break: those that import what changed, over however many files, start a program made of it, or
// name it. Those that look at all of the source always may.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

/** What all tests depend on. */
const ofAll = /^(package(-lock)?\.json|tsconfig.*|test\/(reporter|temporary)\.cjs|scripts\/test\w*\.mjs)$/;
/** The sources of each program that tests start. */
const programs = {
  server: ['src/server/main.ts'],
  cli: ['src/cli/main.ts'],
  hook: ['main', 'hook', 'brief', 'archiveCommand', 'endedSession'].map((name) => `src/hook/${name}.ts`),
};
/** They read the source itself. */
const always = /^test\/(\w+|unit\/\w+)\.test\.ts$/;

/** Those of some tests that a change since `main` can break; undefined: all, or it is not known what changed. */
export function affectedTests(tests) {
  const changed = changedFiles();
  if (changed === undefined || changed.length === 0 || changed.some((file) => ofAll.test(file)))
    return undefined;
  const isChanged = new Set(changed);
  const names = changed.filter((file) => !/^(src|test)\/.*\.tsx?$/.test(file)).map((file) => basename(file));
  return tests.filter((test) => {
    if (always.test(test)) return true;
    const needed = [...neededBy(test)];
    return needed.some((file) => isChanged.has(file) || names.some((name) => textOf(file).includes(name)));
  });
}

function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main') ?? git('merge-base', 'HEAD', 'origin/main');
  const tracked = base && git('diff', '--name-only', base[0]);
  const others = git('ls-files', '--others', '--exclude-standard');
  return tracked && others && [...tracked, ...others];
}

/** The lines git says; undefined where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

/** A file with all it imports or starts, over however many files. */
function neededBy(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of importedBy(file)) neededBy(next, found);
  return found;
}

const texts = new Map();

function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'));
  return texts.get(file);
}

const imports = new Map();

/** The files of the project that a file names by a relative path, as imports are, or starts as a program. */
function importedBy(file) {
  if (!imports.has(file)) {
    const named = [...textOf(file).matchAll(/'([\w./-]+\.tsx?)'/g)].map(([, path]) =>
      join(dirname(file), path),
    );
    const started = [...textOf(file).matchAll(/dist\/(server|cli|hook)\.js'/g)];
    imports.set(
      file,
      [...named, ...started.flatMap(([, name]) => programs[name])].filter((path) => existsSync(path)),
    );
  }
  return imports.get(file);
}
