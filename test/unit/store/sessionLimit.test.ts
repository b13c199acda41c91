import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { Derived } from '../../../src/disk/files/derived.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { SessionSearchSource } from '../../../src/find/search/sessionSource.ts';
import { sayIn } from '../../../src/disk/base/texts.ts';
import type { ListedSession } from '../../../src/history/sessions/types.ts';
import { claudeLines } from './transcriptOf.ts';

describe('sessions beyond the total length of a search', () => {
  it('are told to be left out, not to be read soon', async () => {
    const folder = await fs.mkdtemp(join(tmpdir(), 'session-limit-'));
    try {
      const listed: ListedSession[] = [];
      for (const n of [1, 2, 3, 4, 5]) {
        const sessionId = `0f0e0d0c-1111-4222-8333-00000000000${n}`;
        const path = join(folder, `${sessionId}.jsonl`);
        await fs.writeFile(path, claudeLines(sessionId, 'Long', [{ id: 'u', text: 'quokka '.repeat(100) }]));
        const activeAt = 10 - n;
        listed.push({
          path,
          sessionId,
          source: 'claude',
          title: 'Long',
          startedAt: activeAt,
          activeAt,
          size: 1,
        });
      }
      const source = new SessionSearchSource({
        listing: {
          transcripts: () => Promise.resolve(listed),
          unread: () => [],
          recordings: () => Promise.resolve([]),
          newest: () => Promise.resolve({ sessions: [], files: 0 }),
          labelled: (sessions) => sessions,
        },
        texts: { heads: new Derived(), parts: new Derived() },
        workspace: () => ({ folders: [folder], places: { home: folder, env: {}, platform: 'linux' } }),
        reader: transcripts,
        secrets: plainSecrets,
        log: silentLog,
        maxChars: 1_000,
      });
      const look = () => source.items('exact', () => undefined, { withinMs: Infinity });
      const notes = () => source.notes.map((note) => note(sayIn('en')));
      for (const _ of ['first', 'second']) {
        assert.equal((await look()).length, 2);
        assert.equal(source.pending, 0);
        assert.deepEqual(notes(), ['3 older sessions are not searched, as there are so many of them.']);
      }
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  });
});
