import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.ts';
import type { Store, StoreOptions } from '../../../src/store/types.ts';

/** A clock that stands still until a test moves it. */
export class TestClock {
  time = Date.UTC(2026, 1, 5, 12);
  now(): number {
    return this.time;
  }
}

export interface StoreFixture {
  readonly store: Store;
  /** The project folder; its name holds a space and Chinese. */
  readonly root: string;
  readonly clock: TestClock;
  /** Another store of the same folder, as a second process would open it. */
  readonly open: (options?: StoreOptions) => Store;
}

/** Runs a test with the store of an empty project in a temporary folder. */
export async function withStore(test: (fixture: StoreFixture) => Promise<void>, options: StoreOptions = {}) {
  const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'history 项目 ')));
  const clock = new TestClock();
  const open = (more: StoreOptions = {}) => openStore(root, { clock, ...options, ...more });
  try {
    await test({ store: open(), root, clock, open });
  } finally {
    await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Every file below a folder with its content, by path with `/`. */
export async function tree(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1).replaceAll('\\', '/')] = await fs.readFile(path, 'utf8');
  }
  return files;
}

export const user = (text: string, more: { ts?: number; id?: string } = {}) =>
  ({ role: 'user', text, ...more }) as const;
export const assistant = (text: string, more: { ts?: number; id?: string } = {}) =>
  ({ role: 'assistant', text, ...more }) as const;

/** `count` messages of `length` characters. */
export const many = (count: number, length = 100, first = 0) =>
  Array.from({ length: count }, (_, n) => user(`${n + first} `.padEnd(length, 'x')));
