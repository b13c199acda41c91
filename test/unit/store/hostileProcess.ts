// A process of its own for the test of hostile repositories: puts one kind of thing in the place of each file and folder
// of a history in turn, works with it, and prints what went wrong. A pipe that is waited for blocks nothing but this.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreError } from '../../../src/disk/base/core.ts';
import { countFiles } from '../../fileCounts.ts';
import { openStore } from '../../../src/store/store.ts';
import { subjects, works, writeSession } from './hostileWorks.ts';

export type Kind =
  | 'link out'
  | 'link in'
  | 'dangling link'
  | 'pipe'
  | 'folder'
  | 'huge number'
  | 'huge file'
  | 'bad JSON';

/** Size of a file that is larger than any that is read. Bytes; sparse, so it takes no disk space. */
const hugeBytes = 2 ** 30;
/** Bytes that one work may read, whatever lies in the history. */
const mostBytes = 2 ** 28;

const put: Record<Kind, (path: string, outside: string) => unknown> = {
  'link out': (path, outside) => {
    const target = fs.statSync(path).isDirectory() ? outside : join(outside, 'theirs');
    replaced(path, () => fs.symlinkSync(target, path));
  },
  'link in': (path) => {
    fs.renameSync(path, `${path}.real`);
    fs.symlinkSync(`${path}.real`, path);
  },
  'dangling link': (path, outside) => replaced(path, () => fs.symlinkSync(join(outside, 'new'), path)),
  pipe: (path) => replaced(path, () => execFileSync('mkfifo', [path])),
  folder: (path) => replaced(path, () => fs.mkdirSync(path)),
  'huge number': (path) => changed(path, (text) => text.replace(/\d+/g, '9'.repeat(40))),
  'huge file': (path) => {
    if (fs.statSync(path).isFile()) fs.truncateSync(path, hugeBytes);
  },
  'bad JSON': (path) => changed(path, () => '{"v":1,"name":["\ud800'),
};

function replaced(path: string, make: () => unknown): void {
  fs.rmSync(path, { recursive: true });
  make();
}

function changed(path: string, change: (text: string) => string): void {
  if (fs.statSync(path).isFile()) fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
}

async function tryAll(root: string, path: string): Promise<void> {
  const mustWork = subjects.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  for (const [name, work] of Object.entries(works(openStore(root), root)))
    await tryOne({ name, work, root, mustWork: mustWork.includes(name) });
}

interface Attempt {
  readonly name: string;
  readonly work: () => Promise<unknown>;
  readonly root: string;
  readonly mustWork: boolean;
}

async function tryOne({ name, work, root, mustWork }: Attempt): Promise<void> {
  const { bytesRead } = await countFiles(root, () =>
    work().catch((error: unknown) => {
      if (mustWork || !(error instanceof StoreError)) tell(`${name}: ${String(error)}`);
    }),
  );
  if (bytesRead > mostBytes) tell(`${name}: read ${bytesRead} bytes`);
}

const tell = (what: string) => process.stdout.write(`${JSON.stringify(what)}\n`);

async function main([kind, template = '', ...paths]: readonly string[]): Promise<void> {
  for (const path of paths) {
    tell(`at ${path}`);
    const folder = fs.mkdtempSync(join(dirname(template), 'case-'));
    const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
    fs.cpSync(template, root, { recursive: true });
    writeSession(root);
    fs.mkdirSync(outside);
    fs.writeFileSync(join(outside, 'theirs'), 'theirs');
    put[kind as Kind](join(root, '.chat-history', path), outside);
    await tryAll(root, path);
    if (
      fs.readdirSync(outside).join() !== 'theirs' ||
      fs.readFileSync(join(outside, 'theirs'), 'utf8') !== 'theirs'
    )
      tell('changed what lies outside');
    fs.rmSync(folder, { recursive: true, force: true });
  }
  tell('done');
}

if (basename(process.argv[1] ?? '') === 'hostileProcess.cjs') void main(process.argv.slice(2));
