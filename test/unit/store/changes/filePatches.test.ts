import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import { changesIn } from '../../../../src/insight/changes/callChanges.ts';
import { concerns, resolvedPath, ProjectPaths } from '../../../../src/insight/changes/eventPaths.ts';
import {
  codexPatchesByFile,
  patchesOf,
  type FilePatch,
} from '../../../../src/insight/changes/filePatches.ts';
import { linesOf } from '../../../../src/insight/changes/lineKeys.ts';
import { wholeReads } from '../../../../src/insight/changes/wholeReads.ts';
import type { ToolCall } from '../../../../src/agents/reading/types.ts';
import { seeded } from '../../../seeded.ts';

const call = (name: string, args: ToolCall['args'], result: ToolCall['result'] = 'ok'): ToolCall => ({
  id: 'c1',
  name,
  args,
  result,
  status: 'success',
});

/** A text with the pieces of a patch of it put in their places. */
function patched(text: string, { pieces }: FilePatch): string {
  const lines = linesOf(text);
  let from = 0;
  for (const { before, after } of pieces) {
    let at = from;
    while (at < lines.length && before.some((line, n) => lines[at + n] !== line)) at++;
    assert.ok(at <= lines.length - before.length, `${JSON.stringify(before)} is not in the text`);
    lines.splice(at, before.length, ...after);
    from = at + after.length;
  }
  return lines.map((line) => `${line}\n`).join('');
}

describe('patches of files', () => {
  it('make of a text the text they were made for', () => {
    const random = seeded(3);
    const words = ['alpha', 'beta', '三', '', '  indented', '+plus', '-minus', '@@ no head', '\\ no end'];
    const some = (): string[] =>
      Array.from(
        { length: Math.floor(random() * 12) },
        () => words[Math.floor(random() * words.length)] ?? '',
      );
    for (let n = 0; n < 200; n++) {
      const before = [...some(), 'kept', ...some()].map((line) => `${line}\n`).join('');
      const after = [...some(), 'kept', ...some()].map((line) => `${line}\n`).join('');
      const { hunks } = structuredPatch('a', 'b', before, after, '', '', { context: 3 });
      const text = hunks
        .map(
          ({ oldStart, oldLines, newStart, newLines, lines }) =>
            `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`,
        )
        .join('');
      const [patch] = patchesOf(`--- a/x\n+++ b/x\n${text}`);
      assert.ok(patch);
      assert.equal(patched(before, patch), after, text);
    }
  });

  it('in the format of Codex are of several files, which they may add, delete and rename', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: docs/新.md',
      '+one',
      '+two',
      '*** Update File: src/a.ts',
      '*** Move to: src/b.ts',
      '@@ function total()',
      ' kept',
      '-gone',
      '+come',
      '@@',
      '-last',
      '\\ No newline at end of file',
      '*** Delete File: old.txt',
      '*** End Patch',
    ].join('\n');
    assert.deepEqual(patchesOf(patch), [
      { path: 'docs/新.md', kind: 'create', pieces: [{ before: [], after: ['one', 'two'] }] },
      {
        path: 'src/a.ts',
        kind: 'update',
        movedTo: 'src/b.ts',
        pieces: [
          { before: [], after: [] },
          { before: ['kept', 'gone'], after: ['kept', 'come'] },
          { before: ['last'], after: [] },
        ],
      },
      { path: 'old.txt', kind: 'delete', pieces: [{ before: [], after: [] }] },
    ]);
  });

  it('of files that are new say so in each of the ways that programs have', () => {
    for (const head of ['new file mode 100644\n', '--- /dev/null\n+++ b/x\n', ''])
      assert.equal(patchesOf(`${head}@@ -0,0 +1,1 @@\n+x\n`)[0]?.kind, 'create', head);
    assert.equal(patchesOf('@@ -1 +1 @@\n-x\n+y\n')[0]?.kind, 'update');
  });

  it('are read from what Codex notes by file, of old versions and new ones', () => {
    const change = '@@ -1 +1 @@\n-x\n+y\n';
    const expected = [
      { path: 'a', kind: 'create', pieces: [{ before: [], after: ['x'] }] },
      { path: 'b', kind: 'delete', pieces: [] },
      { path: 'c', kind: 'update', pieces: [{ before: ['x'], after: ['y'] }], movedTo: 'd' },
    ];
    const noted = {
      a: { type: 'add', content: 'x\n' },
      b: { type: 'delete', content: 'x\n' },
      c: { type: 'update', unified_diff: change, move_path: 'd' },
    };
    assert.deepEqual(codexPatchesByFile(noted), expected);
    const old = {
      a: { add: { content: 'x\n' } },
      b: { delete: {} },
      c: { update: { unified_diff: change, move_path: 'd' } },
    };
    assert.deepEqual(codexPatchesByFile(old), expected);
  });
});

describe('what a call did to files', () => {
  const path = '/p/a.ts';
  const edit = { file_path: path, old_string: 'x', new_string: 'y' };

  it('is nothing where it failed, was refused, or says in words that it was', () => {
    assert.deepEqual(changesIn({ ...call('Edit', edit), status: 'error' }), []);
    for (const said of [
      'Error: File has not been read yet',
      'String to replace not found in file.',
      'old_string was not found',
      'The user rejected this edit',
      'apply_patch verification failed: …',
    ])
      assert.deepEqual(changesIn(call('Edit', edit, said)), [], said);
  });

  it('is known line by line, unless the person changed it on the way', () => {
    const [change] = changesIn(call('Edit', edit, 'The file has been updated.'));
    const pieces = [{ before: ['x'], after: ['y'] }];
    assert.deepEqual(change, { kind: 'patch', patch: { path, kind: 'update', pieces } });
    for (const said of [
      'The user has modified your proposed content',
      { userModified: true, x: 'userModified' },
    ])
      assert.deepEqual(
        changesIn(call('Edit', edit, said)),
        [{ kind: 'unknown', path }],
        JSON.stringify(said),
      );
  });

  it('of a whole file is a new one only where the call says so', () => {
    const write = { file_path: path, content: 'one\ntwo\n' };
    const whole = (isNew: boolean) => [{ kind: 'whole', path, lines: ['one', 'two'], isNew }];
    assert.deepEqual(changesIn(call('Write', write, `File created successfully at: ${path}`)), whole(true));
    assert.deepEqual(changesIn(call('Write', write, `The file ${path} has been updated.`)), whole(false));
    assert.deepEqual(
      changesIn(call('Write', write, 'Overwrote the existing file, created before')),
      whole(false),
    );
    assert.deepEqual(changesIn(call('create_file', write, '')), whole(true));
  });

  it('by a command is not what the command says it could not do', () => {
    const run = (command: string, result: string) => changesIn(call('Bash', { command }, result));
    assert.equal(run('echo x > a; git stash', '').length, 2);
    const left = run('echo x > a; git stash', 'sh: a: Permission denied');
    assert.deepEqual(
      left.map((change) => change.kind === 'shell' && change.effect.effect.kind),
      ['discardAll'],
    );
  });

  it('shows a whole file where nothing is left out of it', () => {
    assert.deepEqual(wholeReads(call('Read', { file_path: path })), [path]);
    assert.deepEqual(wholeReads(call('Bash', { command: `cat ${path}` })), [path]);
    for (const partly of [
      call('Read', { file_path: path, limit: 10 }),
      call('read_file', { path, start_line: 3 }),
      call('Read', { file_path: path }, '… 300 lines truncated'),
      call('Bash', { command: `cat ${path} | head` }),
      call('Bash', { command: `cat ${path} > b` }),
      call('Bash', { command: `cat ${path}; ls` }),
      call('Bash', { command: `cat ${path} b` }),
      { ...call('Read', { file_path: path }), status: 'error' as const },
    ])
      assert.deepEqual(wholeReads(partly), [], JSON.stringify(partly.args));
  });
});

describe('paths that sessions name', () => {
  it('are placed in the folder they are named from, on either kind of system', () => {
    const rows: readonly (readonly [
      path: string,
      folders: readonly (string | undefined)[],
      placed: string,
    ])[] = [
      ['a.ts', ['/p'], '/p/a.ts'],
      ['./a/../b.ts', ['/p'], '/p/b.ts'],
      ['/x/a.ts', ['/p'], '/x/a.ts'],
      ['a.ts', ['src', '/p'], '/p/src/a.ts'],
      ['a.ts', [undefined, '/p'], '**/a.ts'],
      ['../a.ts', [undefined], '**/a.ts'],
      ['~/a.ts', ['/p'], '**/a.ts'],
      ['a.ts', [], '**/a.ts'],
      ['src\\a.ts', ['C:\\p'], 'C:/p/src/a.ts'],
      ['C:\\p\\a.ts', [], 'C:/p/a.ts'],
      ['\\\\server\\share\\a.ts', [], '/server/share/a.ts'],
      ['file:///p/a.ts', [], '/p/a.ts'],
      ['src/', ['/p'], '/p/src'],
      ['文档/e\u0301.md', ['/p'], '/p/文档/é.md'],
    ];
    for (const [path, folders, placed] of rows) assert.equal(resolvedPath(path, ...folders), placed, path);
  });

  it('are of the project where they lie below one of its folders, whatever their case where that says nothing', () => {
    const linux = new ProjectPaths(['/p', '/old/p'], 'linux');
    assert.deepEqual(
      ['/p/a', '/old/p/a/b', '/p', '/pq/a', '/P/a', '**/a'].map((path) => linux.below(path)),
      ['a', 'a/b', '', undefined, undefined, '**/a'],
    );
    const windows = new ProjectPaths(['C:\\Code\\Shop'], 'win32');
    assert.deepEqual(
      ['C:/code/SHOP/Src/A.ts', 'D:/Code/Shop/a'].map((path) => windows.below(path)),
      ['src/a.ts', undefined],
    );
    const drive = new ProjectPaths(['C:\\Code'], 'linux'); // a session of Windows, read in WSL
    assert.equal(drive.below('C:/CODE/a'), 'a');
    assert.equal(new ProjectPaths(['/'], 'linux').below('/a'), 'a');
  });

  it('concern a file where they name it, a folder it is in, or only its end', () => {
    const file = 'src/a/b.ts';
    for (const path of ['', file, 'src', 'src/a', '**/b.ts', '**/a/b.ts', '**/a', '**/src'])
      assert.ok(concerns(path, file), path);
    for (const path of ['src/a/b', 'b.ts', '**/c.ts', '**/b', '**/x/b.ts', 'src/a/b.tsx'])
      assert.ok(!concerns(path, file), path);
  });
});
