import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import { changedPathsIn } from '../../../src/history/facts/changedPaths.ts';
import type { ToolCall } from '../../../src/agents/reading/types.ts';

const call = (name: string, args: JsonObject, more: Partial<ToolCall> = {}): ToolCall => ({
  id: 'c',
  name,
  args,
  status: 'success',
  ...more,
});
const changed = (one: ToolCall): string =>
  changedPathsIn(one)
    .map(({ path, isGone }) => (isGone ? `-${path}` : path))
    .join(' ');

const patch =
  '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Update File: src/b.ts\n*** Move to: src/c.ts\n*** Delete File: d.md\n*** End Patch';

describe('the files a call changed', () => {
  it('are those that the tools of agents name, whatever they call them', () => {
    const calls: readonly (readonly [ToolCall, string])[] = [
      [call('Edit', { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' }), '/p/a.ts'],
      [call('MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'a', new_string: 'b' }] }), 'a.ts'],
      [call('NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'x' }), 'a.ipynb'],
      [
        call('replace_string_in_file', { filePath: 'c:\\p\\a.ts', oldString: 'a', newString: 'b' }),
        'c:\\p\\a.ts',
      ],
      [
        call('copilot_multiReplaceString', { replacements: [{ filePath: 'a.ts' }, { filePath: 'b.ts' }] }),
        'a.ts b.ts',
      ],
      [call('insert_edit_into_file', { explanation: 'x', filePath: 'a.ts', code: 'x' }), 'a.ts'],
      [call('copilot_createFile', { filePath: 'file:///p/a%20b.ts', content: 'x' }), '/p/a b.ts'],
      [call('str_replace_editor', { command: 'create', path: 'a.ts', file_text: 'x' }), 'a.ts'],
      [call('replace_in_file', { path: 'a.ts', diff: 'x' }), 'a.ts'],
      [call('search_replace', { target_file: 'a.ts' }), 'a.ts'],
      [call('delete_file', { target_file: 'a.ts' }), '-a.ts'],
      [call('write_to_file', { TargetFile: '/p/a.ts', CodeContent: 'x' }), '/p/a.ts'],
      [call('mcp__filesystem__write_file', { path: 'a.ts', content: 'x' }), 'a.ts'],
      [call('mcp__filesystem__move_file', { source: 'a.ts', destination: 'b.ts' }), '-a.ts b.ts'],
      [call('developer__text_editor', { command: 'write', path: 'a.ts', file_text: 'x' }), 'a.ts'],
      [call('apply_patch', { input: patch }), 'src/a.ts -src/b.ts src/c.ts -d.md'],
      [call('shell', { command: ['apply_patch', patch] }), 'src/a.ts -src/b.ts src/c.ts -d.md'],
      [
        call('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }),
        'src/a.ts -src/b.ts src/c.ts -d.md',
      ],
      [
        call('apply_patch', { changes: { '/p/a.ts': { type: 'update' }, '/p/b.ts': { type: 'delete' } } }),
        '/p/a.ts -/p/b.ts',
      ],
    ];
    for (const [one, paths] of calls) assert.equal(changed(one), paths, JSON.stringify(one));
  });

  it('are no others: read ones, lists, folders, what is no file, and what was not done', () => {
    for (const one of [
      call('Read', { file_path: 'a.ts' }),
      call('str_replace_editor', { command: 'view', path: 'a.ts' }),
      call('TodoWrite', { todos: [], path: 'a.ts' }),
      call('create_directory', { path: 'a' }),
      call('memory_store', { content: 'x', path: 'a' }),
      call('create_pull_request', { title: 'x', path: 'a' }),
      call('Edit', { file_path: 'a.ts' }, { status: 'error' }),
      call('apply_patch', { input: patch }, { status: 'cancelled' }),
    ])
      assert.equal(changed(one), '', JSON.stringify(one));
  });

  it('are those that a shell writes, moves and removes where that is certain', () => {
    const lines: Record<string, string> = {
      "cat > src/a.ts <<'EOF'\nrm b.ts > c\nEOF": 'src/a.ts',
      'cd web && echo "x" >> notes.md': 'web/notes.md',
      'printf x | tee -a conf/x.json > /dev/null': 'conf/x.json',
      "sed -i 's/a/b/' src/a.ts src/b.ts": 'src/a.ts src/b.ts',
      "sed -i '' -e 's/a/b/' src/a.ts": 'src/a.ts',
      'mv src/a.ts src/b.ts': '-src/a.ts src/b.ts',
      'git mv a.ts lib/': '-a.ts lib/a.ts',
      'rm -f src/a.ts && git rm b.md': '-src/a.ts -b.md',
      'bash -lc "cp a.ts b.ts"': 'b.ts',
      'powershell -Command "Set-Content -Path src\\a.ts -Value \'x\'"': 'src\\a.ts',
      'Remove-Item .\\src\\a.ts': '-.\\src\\a.ts',
      'npm test > /tmp/out.log 2>&1': '',
      'npm run build > build.log': '',
      'rm -rf dist node_modules': '',
      'rm -f *.log "$OUT"': '',
      'cat a.ts | grep x': '',
      'sed -n 1,5p a.ts': '',
      'grep -n "a > b" src/a.ts': '',
    };
    for (const [command, paths] of Object.entries(lines))
      assert.equal(changed(call('Bash', { command })), paths, command);
    const failed = call(
      'Bash',
      { command: 'cat > a.ts <<EOF\nx\nEOF\nrm b.ts && npm test' },
      { status: 'error' },
    );
    assert.equal(changed(failed), 'a.ts');
    assert.equal(changed(call('exec_command', { cmd: 'rm a.ts', workdir: '/p/web' })), '-/p/web/a.ts');
  });
});
