import fs from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claude } from '../unit/store/machine.ts';
import { jsonLines } from '../unit/store/reading.ts';
import type { ArchiveOptions, ArchiveOutcome } from '../../src/history/archive/types.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { streamClaude } from '../../src/agents/claude/claude.ts';

/** A transcript of an agent, as it is told again and again while it grows. */
export class TestTranscript {
  readonly session: string;
  readonly #lines: object[] = [];

  constructor(session: string) {
    this.session = session;
  }

  say(...texts: readonly string[]): this {
    for (const text of texts) {
      const uuid = `${this.session}-${String(this.#lines.length)}`;
      const more = {
        sessionId: this.session,
        uuid,
        parentUuid: this.#lines.length === 0 ? null : this.#last,
      };
      this.#lines.push(claude('/there', text, more));
    }
    return this;
  }

  get #last(): string {
    return `${this.session}-${String(this.#lines.length - 1)}`;
  }

  /** Archives what was said in the project of a history. */
  archive({ local }: HubHistory, options: ArchiveOptions = {}): Promise<ArchiveOutcome> {
    const path = join(local.context.folder, '..', `${this.session}.jsonl`);
    fs.writeFileSync(path, jsonLines(this.#lines));
    return local.archives.archive({ path, stream: streamClaude }, { time: 'utc', ...options });
  }
}

/** What the archives of a history hold, with the bytes of their own copies, by their names. */
export async function archivesOf({ local }: HubHistory): Promise<Record<string, unknown>> {
  const { archives, context } = local;
  const all: Record<string, unknown> = {};
  for (const { name, path: _path, ...head } of (await archives.list()).archives) {
    const { messages, damaged } = await archives.read(name, { limit: 100_000 });
    const bytes = head.raw !== undefined && fs.readFileSync(join(context.folder, '.conversations', head.raw));
    all[name] = { head, messages, damaged, copy: bytes && gunzipSync(bytes).toString() };
  }
  return all;
}
