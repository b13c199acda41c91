// A process of its own for the test of hostile repositories: puts one kind of thing in the place of each file and folder
// of a history in turn, works with it, and prints what went wrong. A pipe that is waited for blocks nothing but this.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreError } from '../../../src/store/base/core.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/types.ts';
import { streamClaude } from '../../../src/store/transcripts/claude/claude.ts';

export type Kind = 'link out' | 'link in' | 'dangling link' | 'pipe' | 'folder' | 'huge number' | 'bad JSON';

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
  'bad JSON': (path) => changed(path, () => '{"v":1,"name":["\ud800'),
};

function replaced(path: string, make: () => unknown): void {
  fs.rmSync(path, { recursive: true });
  make();
}

function changed(path: string, change: (text: string) => string): void {
  if (fs.statSync(path).isFile()) fs.writeFileSync(path, change(fs.readFileSync(path, 'utf8')));
}

export const transcript = (root: string) => ({ path: join(root, 'session.jsonl'), stream: streamClaude });

/** Everything that reads or writes a kind of file, by what must go on whatever happened to others. */
export function works(store: Store, root: string): Record<string, () => Promise<unknown>> {
  const { dialogs, contexts, archives, memories, sessions, search } = store;
  const detail = { recentTurns: 9, includeSummary: true, includeMessages: true };
  const said = [{ role: 'user', text: 'x'.repeat(100) }] as const;
  return {
    list: () => dialogs.list(),
    detail: () => dialogs.detail('d', detail),
    save: () => dialogs.save('d', said),
    summary: () => dialogs.setSummary('d', { facts: ['c'] }, 'replace'),
    context: () => contexts.startNew('d', {}),
    contexts: () => contexts.list('d'),
    clear: () => dialogs.clear('d'),
    restore: async () => dialogs.restoreBackup('d', (await dialogs.backups('d')).at(-1)?.id ?? ''),
    archive: () => archives.archive(transcript(root)),
    read: async () => {
      for (const { name } of (await archives.list()).archives) await archives.read(name);
      return archives.log();
    },
    log: () => archives.reportFailure(new Error('x')),
    remember: () => memories.store({ content: 'another fact' }),
    memories: () => memories.list(),
    record: () => sessions.record('abcdefgh', [{ type: 'user', content: 'y' }]),
    trash: () => contexts.trash(),
    search: () => search.find({ query: 'x' }),
  };
}

/** What each subject keeps for itself: what is wrong with one stops no other. */
const subjects: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(\.locks\/)?d(\/|$)/, ['list', 'remember', 'memories', 'record', 'read', 'archive', 'search', 'trash']],
  [/^(\.locks\/)?\.conversations/, ['list', 'detail', 'save', 'remember', 'record', 'search']],
  [/^(\.locks\/)?\.memory/, ['list', 'detail', 'save', 'archive', 'read', 'record']],
  [/^(\.locks\/)?\.sessions/, ['list', 'detail', 'save', 'archive', 'read', 'remember']],
  [
    /^\.index/,
    ['list', 'detail', 'save', 'archive', 'read', 'remember', 'record', 'search', 'clear', 'restore'],
  ],
  [/^\.trash\/\d/, ['list', 'detail', 'save', 'summary', 'remember', 'record', 'search', 'trash']],
];

async function tryAll(root: string, path: string): Promise<void> {
  const mustWork = subjects.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  for (const [name, work] of Object.entries(works(openStore(root), root)))
    try {
      await work();
    } catch (error) {
      if (mustWork.includes(name) || !(error instanceof StoreError)) tell(`${name}: ${String(error)}`);
    }
}

const tell = (what: string) => process.stdout.write(`${JSON.stringify(what)}\n`);

async function main([kind, template = '', ...paths]: readonly string[]): Promise<void> {
  for (const path of paths) {
    tell(`at ${path}`);
    const folder = fs.mkdtempSync(join(dirname(template), 'case-'));
    const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
    fs.cpSync(template, root, { recursive: true });
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
