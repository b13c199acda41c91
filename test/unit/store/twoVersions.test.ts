import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { formats } from '../../../src/disk/files/historyFormat.ts';
import { laterProgramOf } from '../../laterVersion.ts';
import { programOf } from '../../program.ts';
import { claude } from './machine.ts';
import { jsonLines } from './reading.ts';
import { workWith } from './secrets/derivedWays.ts';
import { many, tree, withStore } from './withStore.ts';

const source = join(__dirname, 'versionProcess.ts');
/** What programs of all versions tell one another. */
const common = ['.gitignore', 'changes.log', 'given.jsonl', 'secrets'];

interface Turn {
  readonly before: number;
  readonly after: number;
  readonly found: readonly number[];
  readonly opened: number;
  readonly words: number;
}

/** Runs a turn of a program, and gives the derived files that it made or changed. */
async function turn(program: string, root: string, word: string): Promise<Turn & { changed: string[] }> {
  const index = join(root, '.chat-history/.index');
  const before = await tree(index);
  const told: unknown = JSON.parse(
    execFileSync(process.execPath, [program, root, join(root, 'home'), word], { encoding: 'utf8' }),
  );
  const after = await tree(index);
  const gone = Object.keys(before).filter((name) => !(name in after));
  const written = Object.keys(after).filter((name) => after[name] !== before[name]);
  return { ...(told as Turn), changed: [...gone, ...written].filter((name) => !common.includes(name)) };
}

/** The form that a derived file belongs to. */
const formOf = (file: string): string => file.split('/')[0] ?? '';

describe('two versions on one history', () => {
  it('see what the other saves, leave what the other derived, and derive nothing again at each turn', () =>
    withStore(async ({ store, root }) => {
      const session = join(root, 'home/.claude/projects', claudeFolderName(root), 's1.jsonl');
      fs.mkdirSync(dirname(session), { recursive: true });
      fs.writeFileSync(session, jsonLines([claude(root, 'about rounding'), ...workWith(root, 'x')]));
      await store.dialogs.save('long', many(1_200, 20));
      const ours = programOf(source);
      const later = laterProgramOf(source, { rows: formats.rows + 1, masking: formats.masking + 1 });
      const forms = { ours: new Set<string>(), later: new Set<string>() };
      for (let round = 0; round < 3; round++)
        for (const [n, who] of (['ours', 'later'] as const).entries()) {
          const number = 2 * round + n;
          const made = await turn(who === 'ours' ? ours : later, root, `word ${number}`);
          assert.deepEqual([made.before, made.after], [number, number + 1]);
          assert.equal(made.words, 2 * (number + 1), 'messages and memories of both');
          assert.deepEqual(made.found.slice(0, 2), [1, 0]);
          assert.ok((made.found[2] ?? 0) > 0, 'the session is found');
          for (const file of made.changed) forms[who].add(formOf(file));
          if (round === 0) assert.ok(made.opened > 0, 'each reads the session for itself');
          else assert.equal(made.opened, 0, `${who} reads the session again in round ${round}`);
        }
      assert.deepEqual(
        [...forms.ours].filter((form) => forms.later.has(form)),
        [],
      );
      const names = (all: ReadonlySet<string>): string[] =>
        [...all].map((form) => form.replace(/\.\d+/, '')).sort();
      assert.deepEqual(names(forms.ours), names(forms.later));
      for (const name of ['search', 'sessions', 'transcripts.log', 'figures.log', 'fileChanges.log'])
        assert.ok(names(forms.ours).includes(name), `${name} is not among ${names(forms.ours).join(' ')}`);
    }));

  it('that know one form share what it holds', () =>
    withStore(async ({ store, root }) => {
      const session = join(root, 'home/.claude/projects', claudeFolderName(root), 's1.jsonl');
      fs.mkdirSync(dirname(session), { recursive: true });
      fs.writeFileSync(session, jsonLines([claude(root, 'about rounding')]));
      await store.dialogs.save('long', many(1_200, 20));
      const later = laterProgramOf(source, { writing: formats.writing + 1 });
      assert.ok((await turn(programOf(source), root, 'word 0')).opened > 0);
      assert.equal((await turn(later, root, 'word 1')).opened, 0);
    }));
});
