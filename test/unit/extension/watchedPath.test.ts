import assert from 'node:assert/strict';
import { tellsOfHistory } from '../../../src/extension/base/watchedPath.ts';

describe('a change in the history folder', () => {
  for (const path of [
    'notes/messages.json',
    'notes.tmp/messages.json',
    'notes.tmp',
    '.memory/memories.jsonl',
    '.conversations/raw/a.jsonl',
    '.index/given.jsonl',
    'brief.json',
  ])
    it(`tells of the history: ${path}`, () => assert.ok(tellsOfHistory(path.split('/'))));

  for (const path of [
    '.locks/notes/1',
    '.index/dialogs/notes.json',
    '.machine/hub-state.json',
    '.machine/hub-messages.json',
    '.machine/hub-gone/2026-01-01T00-00-00.000Z_1a2b3c/messages.json',
    '.index/given.jsonl.1a2b3c4d.tmp',
    'notes/messages.json.1a2b3c4d.tmp',
    'notes.tmp/summary.json.1a2b3c4d.tmp',
    'notes/backups/2026-01-01T00-00-00.000Z_1a2b3c.tmp/messages.json',
  ])
    it(`tells nothing: ${path}`, () => assert.ok(!tellsOfHistory(path.split('/'))));
});
