// Which unit tests a change can break: those that import what changed, over however many files, or name it. Those that
// look at all of the source always may.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

/** What all tests depend on. */
const ofAll = /^(package(-lock)?\.json|tsconfig.*|test\/(reporter|temporary)\.cjs|scripts\/test\.mjs)$/;
/** They read the source itself. */
const always = /^test\/(\w+|unit\/\w+)\.test\.ts$/;

/** Tests the suite `unit` has that a change since `main` can break; undefined: all, or nobody knows what changed. */
export function affectedTests() {
  const changed = changedFiles();
  if (changed === undefined || changed.length === 0 || changed.some((file) => ofAll.test(file)))
    return undefined;
  const isChanged = new Set(changed);
  const names = changed.filter((file) => !/^(src|test)\/.*\.tsx?$/.test(file)).map((file) => basename(file));
  return unitTests().filter((test) => {
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

const unitTests = () =>
  ['test', 'test/unit', 'test/editor', 'test/pictures', 'test/sample'].flatMap((folder) =>
    readdirSync(folder, { recursive: folder === 'test/unit', encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name.replaceAll('\\', '/'))),
  );

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

/** The files of the project that a file names by a relative path, as imports and programs to start are. */
function importedBy(file) {
  if (!imports.has(file)) {
    const named = [...textOf(file).matchAll(/'([\w./-]+\.tsx?)'/g)].map(([, path]) =>
      join(dirname(file), path),
    );
    imports.set(
      file,
      named.filter((path) => existsSync(path)),
    );
  }
  return imports.get(file);
}
