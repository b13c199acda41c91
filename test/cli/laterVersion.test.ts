import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../../src/disk/files/historyFormat.ts';
import { laterBuild } from '../laterVersion.ts';
import { tree } from '../unit/store/withStore.ts';
import { withHook } from '../hook/runHook.ts';
import { withCli, type Fixture } from './withCli.ts';

const later = { writing: formats.writing + 1, rows: formats.rows + 1, masking: formats.masking + 1 };
const refusal =
  /A later version of MCP History Store wrote the history in .+; this one can read it but not change it\. Get /;

/** Runs a test in a project whose history a later version wrote; `raise` changes its mark. */
async function withLater(
  test: (of: Fixture & { lasting: () => Promise<object>; later: Fixture['cli'] }) => Promise<void>,
): Promise<void> {
  const build = laterBuild(later);
  await withCli(async (fixture) => {
    const { project, run } = fixture;
    const program = join(build, 'cli.js');
    const byLater: Fixture['cli'] = (args, input = '', env = {}) => run(input, { program, args, env });
    const saved = await byLater(['save', 'plans', '--entries'], '[{"role":"user","text":"ship on friday"}]');
    assert.equal(saved.code, 0, saved.stderr);
    const mark = readFileSync(join(project, '.chat-history/.history.json'), 'utf8');
    assert.equal(mark, `${JSON.stringify({ v: later.writing, ignored: true })}\n`);
    const lasting = async () =>
      Object.fromEntries(
        Object.entries(await tree(join(project, '.chat-history'))).filter(
          ([path]) => !path.startsWith('.index/'),
        ),
      );
    await test({ ...fixture, lasting, later: byLater });
  });
}

describe('the command line in a history of a later version', () => {
  it('reads, and refuses each change with the version that is needed; the later one goes on', () =>
    withLater(async ({ cli, json, lasting, later: byLater }) => {
      const before = await lasting();
      assert.match((await cli(['dialogs'])).stdout, /plans/);
      const { total, hits } = await json('search', 'friday');
      assert.equal(total, 1);
      const [{ reference = '' } = {}] = hits as { reference?: string }[];
      assert.match((await cli(['show', reference])).stdout, /ship on friday/);
      for (const [args, input] of [
        [['save', 'plans', '--entries'], '[{"role":"user","text":"no"}]'],
        [['delete', 'plans'], ''],
        [['share'], 'Round tax once.'],
      ] as const) {
        const { code, stderr } = await cli(args, input);
        assert.equal(code, 1, `${args.join(' ')}: ${stderr}`);
        assert.match(stderr, refusal, args.join(' '));
      }
      assert.deepEqual(await lasting(), before);
      assert.equal(
        (await byLater(['save', 'plans', '--entries'], '[{"role":"user","text":"more"}]')).code,
        0,
      );
      assert.match((await cli(['show', reference])).stdout, /more/);
    }));

  it('opens nothing that it cannot read, and the doctor says so', () =>
    withLater(async ({ cli, project, lasting }) => {
      const mark = join(project, '.chat-history/.history.json');
      writeFileSync(mark, '{"v":2,"read":2,"needs":"1.4.0","ignored":true}\n');
      const before = await lasting();
      for (const args of [['dialogs'], ['status'], ['search', 'friday']]) {
        const { code, stderr } = await cli(args);
        assert.equal(code, 1, args.join(' '));
        assert.match(stderr, /this one cannot open it\. Get version 1\.4\.0 or newer: /);
      }
      const { code, stdout } = await cli(['doctor', '--json']);
      assert.equal(code, 1);
      assert.match(stdout, /"id": ?"history\.closed"/);
      assert.doesNotMatch(stdout, /"id": ?"failed"/);
      assert.deepEqual(await lasting(), before);
    }));
});

describe('the hook in a history of a later version', () => {
  const session = '550e8400-e29b-41d4-a716-446655440000';

  for (const [numbers, said] of [
    [{ v: 2, needs: '1.4.0' }, /can read it but not change it\. Get version 1\.4\.0 or newer/],
    [{ v: 2, read: 2, needs: '1.4.0' }, /cannot open it\. Get version 1\.4\.0 or newer/],
  ] as const)
    it(`ends with 0, says what is needed and writes nothing: ${JSON.stringify(numbers)}`, () =>
      withHook(async ({ project, run, transcript }) => {
        const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
        const told = (event: object) =>
          run(JSON.stringify({ session_id: session, transcript_path: path, cwd: project, ...event }));
        assert.deepEqual(await told({ hook_event_name: 'PreCompact' }), { code: 0, stdout: '', stderr: '' });
        const history = join(project, '.chat-history');
        writeFileSync(join(history, '.history.json'), JSON.stringify(numbers));
        const before = await tree(join(history, '.conversations'));
        for (const hook_event_name of ['PreCompact', 'Stop', 'SessionEnd']) {
          writeFileSync(path, readFileSync(path, 'utf8').replace('Hello', `Hello ${hook_event_name}`));
          const { code, stdout, stderr } = await told({ hook_event_name });
          assert.deepEqual([code, stdout], [0, '']);
          if (hook_event_name === 'PreCompact') assert.match(stderr, said);
        }
        assert.deepEqual(await tree(join(history, '.conversations')), before);
        assert.ok(!existsSync(join(history, '.index/given.jsonl')));
      }));
});
