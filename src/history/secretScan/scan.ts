import { lockFolder } from '../../disk/files/ignored.ts';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { chunksOfFile } from '../archive/fileLines.ts';
import { readGzip, writeGzip } from '../archive/gzip.ts';
import type { Secrets, StoreContext } from '../../disk/base/context.ts';
import { isObject, jsonOf, type Lease, errorMessage } from '../../disk/base/core.ts';
import { renameOver, writeAtomic } from '../../disk/files/atomic.ts';
import { forgetWords } from '../../disk/files/indexFolder.ts';
import { asStoreError, tidy } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { confirmFolder, entriesOf, removeFile, temporarySuffix } from '../../disk/files/folders.ts';
import { assertChangeable } from '../../disk/files/historyFormat.ts';
import { withLock } from '../../disk/files/lock.ts';
import { bytesOf, createFile } from '../../disk/files/open.ts';
import { sweepFor } from '../../disk/files/smallFile.ts';
import { fileAt } from '../../disk/files/way.ts';
import { contentHash } from '../memory/memory.ts';
import { parseRecord } from '../memory/records.ts';
import type { FoundSecrets, LeftFile, ScanOptions, FileWithSecrets, SecretScanStore } from './types.ts';

/** Files without text, or without text of people and agents. */
const withoutText =
  /^\.locks\/|(?:^|\/)\.git(?:ignore|attributes)$|\.bin$|\.tmp$|^\.index\/(?:secrets$|search(?:\.\d+)?\/)/;
const derived = '.index/';
/** Path of the search index, which holds words of all files. */
const words = `${derived}search`;
const memories = '.memory/memories.jsonl';

/** Scan of one history; the methods are documented at `SecretScanStore`. */
export class SecretScan implements SecretScanStore {
  readonly #context: StoreContext;
  readonly #secrets: Secrets;
  readonly #rename: (from: string, to: string) => Promise<unknown>;

  /** `secrets` masks regardless of the setting; `rename` renames a dialog. */
  constructor(
    context: StoreContext,
    secrets: Secrets,
    rename: (from: string, to: string) => Promise<unknown>,
  ) {
    this.#context = context;
    this.#secrets = secrets;
    this.#rename = rename;
  }

  async find(options: ScanOptions = {}): Promise<FoundSecrets> {
    const places: FileWithSecrets[] = [];
    const files = await this.#files('');
    const left = await this.#each(files, options, async (file) => {
      const { seen } = await this.#secrets.counted(async () => {
        const masked = this.#secrets.chunks(this.#bytes(file))[Symbol.asyncIterator]();
        while (!(await masked.next()).done);
      });
      if (seen.size > 0)
        places.push({ file, secrets: [...seen].map(([mask, preview]) => ({ mask, preview })) });
    });
    return { places, left };
  }

  async mask(
    files: readonly string[],
    options: ScanOptions = {},
  ): Promise<{ masked: number; left: readonly LeftFile[] }> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    assertChangeable(folder);
    let masked = 0;
    // Renaming a dialog moves its files, so that is last.
    const inOrder = [...files].sort((a, b) => Number(isDialogFile(a)) - Number(isDialogFile(b)));
    // Deleted first, so that a crash leaves no words of masked secrets.
    await tidy(log, 'forget the words of the search', () => forgetWords(folder, log));
    const left = await this.#each(inOrder, options, async (file) => {
      const [base = ''] = file.split('/');
      await withLock(lockFolder(folder, base), (lease) => this.#maskFile(file, lease), log);
      if (isDialogFile(file)) await this.#maskName(file);
      wrote(base);
      masked++;
    });
    if (masked > 0) left.push(...(await this.#each([words], {}, () => forgetWords(folder, log))));
    return { masked, left };
  }

  /** Applies work to each file and collects failures. */
  async #each(
    files: readonly string[],
    { signal, onProgress }: ScanOptions,
    work: (file: string) => Promise<void>,
  ): Promise<LeftFile[]> {
    const left: LeftFile[] = [];
    for (const [n, file] of files.entries()) {
      signal?.throwIfAborted();
      try {
        await work(file);
      } catch (error) {
        const problem = asStoreError(error);
        left.push({ file, reason: errorMessage(problem) });
      }
      onProgress?.(n + 1, files.length);
    }
    return left;
  }

  async #files(folder: string): Promise<string[]> {
    const files: string[] = [];
    for (const entry of (await entriesOf(join(this.#context.folder, folder))) ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (withoutText.test(entry.isDirectory() ? `${path}/` : path)) continue;
      if (entry.isDirectory()) files.push(...(await this.#files(path)));
      else files.push(path);
    }
    return files;
  }

  #path(file: string): string {
    return join(this.#context.folder, ...file.split('/'));
  }

  #bytes(file: string): AsyncIterable<Uint8Array> {
    const bytes = chunksOfFile(this.#path(file));
    return file.endsWith('.gz') ? readGzip(bytes) : bytes;
  }

  async #maskFile(file: string, lease: Lease): Promise<void> {
    const path = this.#path(file);
    if (fileAt(path) === undefined) return; // already deleted
    if (file.startsWith(derived)) {
      await removeFile(path);
      await confirmFolder(dirname(path), lease);
    } else if (file === memories) await writeAtomic(path, await this.#maskedMemories(path), lease);
    else if (isDialogFile(file)) await writeAtomic(path, await this.#maskedDialog(path), lease);
    else await this.#rewrite(file, lease);
  }

  /** Rewrites a file of any length, one line in memory at a time. */
  async #rewrite(file: string, lease: Lease): Promise<void> {
    const path = this.#path(file);
    const temporary = `${path}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
    const chunks = this.#secrets.chunks(this.#bytes(file));
    await sweepFor(path, lease);
    try {
      const handle = await createFile(temporary);
      try {
        if (file.endsWith('.gz')) await writeGzip(chunks, handle);
        else for await (const chunk of chunks) await handle.writeFile(chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameOver(temporary, path, () => lease.assertHeld());
    } catch (error) {
      await removeFile(temporary).catch(() => undefined); // the first error is the one to report
      throw error;
    }
    await confirmFolder(dirname(path), lease);
  }

  /** Masks memories, which other lines reference by the hash of their content. */
  async #maskedMemories(path: string): Promise<string> {
    const text = (await bytesOf(path))?.toString('utf8') ?? '';
    let masked = this.#secrets.document(text);
    for (const line of text.split('\n')) {
      const record = parseRecord(line);
      if (record?.op !== 'put') continue;
      const content = this.#secrets.text(record.memory.content);
      if (content !== record.memory.content)
        masked = masked.replaceAll(record.memory.hash, contentHash(content));
    }
    return masked;
  }

  /** Masks all but the name, which determines the folder. */
  async #maskedDialog(path: string): Promise<string> {
    const text = (await bytesOf(path))?.toString('utf8') ?? '';
    const fields = jsonOf(text);
    if (!isObject(fields)) return this.#secrets.document(text);
    return `${JSON.stringify({ ...this.#secrets.value(fields), name: fields.name }, null, 1)}\n`;
  }

  async #maskName(file: string): Promise<void> {
    const fields = jsonOf((await bytesOf(this.#path(file)))?.toString('utf8') ?? '');
    const name = isObject(fields) && typeof fields.name === 'string' ? fields.name : '';
    const masked = this.#secrets.text(name);
    if (masked !== name) await this.#rename(name, masked);
  }
}

const isDialogFile = (file: string): boolean => /^[^./][^/]*\/dialog\.json$/.test(file);
