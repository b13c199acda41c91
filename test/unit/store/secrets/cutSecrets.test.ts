import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { briefsOf } from '../../../../src/store/briefs.ts';
import { contextOf } from '../../../../src/disk/context.ts';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import type { Store } from '../../../../src/store/types.ts';
import { claude, filler, iso } from '../machine.ts';
import { jsonLines } from '../reading.ts';
import { withStore } from '../withStore.ts';
import { makeSecrets, type Secrets } from './spilled.ts';
import { githubToken } from './tokens.ts';
import { inIndex } from '../../../inIndex.ts';

interface Fixture {
  readonly store: Store;
  readonly root: string;
  readonly workspace: Workspace;
  readonly secrets: Secrets;
  /** Writes the lines of the one session of the project. */
  readonly session: (lines: readonly object[]) => void;
}

const withSession = (test: (fixture: Fixture) => Promise<void>) =>
  withStore(async ({ root, open }) => {
    const home = join(root, 'home');
    const workspace: Workspace = { folders: [root], places: { home, env: {}, platform: 'linux' } };
    const session: Fixture['session'] = (lines) => {
      const path = join(home, '.claude/projects', claudeFolderName(root), 's1.jsonl');
      fs.mkdirSync(dirname(path), { recursive: true });
      fs.writeFileSync(path, jsonLines(lines));
    };
    const secrets = makeSecrets(root);
    const store = open({ workspace: () => workspace });
    await store.dialogs.create('d'); // what is derived is kept in a history only
    await test({ store, root, workspace, secrets, session });
  });

/** A call of a tool upon a request, and what came back. */
const called = (root: string, n: number, call: { name: string; input: object; failed?: string }) => [
  claude(root, '', {
    type: 'assistant',
    uuid: `c${n}`,
    parentUuid: n === 1 ? 'u' : `r${n - 1}`,
    timestamp: iso(n * 2),
    message: {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${n}`, name: call.name, input: call.input }],
    },
  }),
  claude(root, '', {
    uuid: `r${n}`,
    parentUuid: `c${n}`,
    timestamp: iso(n * 2 + 1),
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${n}`,
          content: call.failed ?? 'done',
          is_error: call.failed !== undefined,
        },
      ],
    },
  }),
];

const asked = (root: string, text: string) => claude(root, text, { uuid: 'u' });

/** What must be nowhere, also in part: a secret's first characters are as good as half of it. */
function assertNothing(where: string, value: unknown, { secrets }: Secrets, more: readonly string[] = []) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  for (const secret of [...secrets, ...more])
    assert.ok(!text.includes(secret.slice(0, 12)), `${where}: ${text}`);
}

describe('secrets in what is told in part', () => {
  it('are masked in the brief of a long session that is made from its end', () =>
    withSession(async ({ root, workspace, secrets, session }) => {
      const long = githubToken();
      const said = `Deploy it.\n${secrets.text}\nWe decided to use ${long} for good.`;
      session([
        claude(root, filler(300_000), { uuid: 'u0' }),
        asked(root, said),
        ...called(root, 1, {
          name: 'Bash',
          input: { command: `npm run deploy ${secrets.text}` },
          failed: `${secrets.text}\nError: ${'x'.repeat(130)} ${long} was refused`,
        }),
      ]);
      const brief = await briefsOf(contextOf(root, {})).make(workspace, { atOnce: true, maxTokens: 2_000 });
      assert.ok(JSON.stringify(brief).includes('Deploy it'));
      assertNothing('the brief', brief, secrets, [long]);
    }));

  it('are masked in a request that is cut', () =>
    withSession(async ({ store, root, workspace, secrets, session }) => {
      const long = githubToken();
      session([
        asked(root, `${'word '.repeat(36)} ${long} ${secrets.text}`),
        ...called(root, 1, { name: 'Write', input: { file_path: join(root, 'a.ts'), content: 'a\n' } }),
      ]);
      fs.writeFileSync(join(root, 'a.ts'), 'a\n');
      const { attributions } = await store.changes.history(workspace, { path: 'a.ts' }, { waitMs: 60_000 });
      assert.match(attributions[0]?.request ?? '', /^word .* \[secret/);
      assertNothing('the request', attributions, secrets, [long]);
      const kept = fs.readdirSync(join(store.folder, '.index'), { recursive: true, encoding: 'utf8' });
      for (const file of kept.map((name) => join(store.folder, '.index', name)))
        if (fs.statSync(file).isFile()) assertNothing(file, fs.readFileSync(file, 'utf8'), secrets, [long]);
    }));

  it('are left out of the pieces of a script that writes', () =>
    withSession(async ({ store, root, workspace, secrets, session }) => {
      const script = `open('a.ts', 'w').write("""${secrets.text}""")`;
      session([
        asked(root, 'Write it'),
        ...called(root, 1, { name: 'Bash', input: { command: `python3 - <<'EOF'\n${script}\nEOF` } }),
      ]);
      fs.writeFileSync(join(root, 'a.ts'), secrets.text);
      await store.changes.history(workspace, { path: 'a.ts' }, { waitMs: 60_000 });
      const kept = fs.readFileSync(inIndex(store.folder, 'fileChanges'), 'utf8');
      assert.match(kept, /a\.ts/);
      assertNothing('what is kept', kept, secrets);
    }));

  it('are masked in commands that are taken apart, which stay what they are', () =>
    withSession(async ({ store, root, workspace, secrets, session }) => {
      session([
        asked(root, 'Deploy it'),
        ...called(root, 1, {
          name: 'Bash',
          input: { command: `./deploy "${secrets.text}"\n${secrets.text}` },
          failed: 'no',
        }),
        ...called(root, 2, {
          name: 'Bash',
          input: { command: `GITHUB_TOKEN=${githubToken()} npm publish` },
          failed: 'no',
        }),
      ]);
      for await (const report of store.insight.report(workspace)) {
        assertNothing('the report', report, secrets);
        if (!report.isComplete) continue;
        const names = report.work.commands.map(({ name }) => name);
        assert.ok(names.includes('npm publish'), names.join());
      }
      assertNothing('figures', fs.readFileSync(inIndex(store.folder, 'figures'), 'utf8'), secrets);
    }));
});
