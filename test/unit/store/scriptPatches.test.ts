import assert from 'node:assert/strict';
import { patchTextsIn } from '../../../src/history/facts/scriptPatches.ts';
import { changedPathsIn } from '../../../src/history/facts/changedPaths.ts';
import { editsIn } from '../../../src/history/facts/edits.ts';
import { codex } from './codexLines.ts';

const lines = (path: string, added: string) => [
  '*** Begin Patch',
  `*** Update File: ${path}`,
  '@@',
  '-old',
  `+${added}`,
  '*** End Patch',
];
const patch = (path: string, added = 'new') => lines(path, added).join('\n');
const inQuotes = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")}'`;
const inTemplate = (text: string) =>
  `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
const applied = (literal: string) => `// "it's"\nconst p = ${literal};\nawait tools.apply_patch(p)`;

describe('patches in scripts', () => {
  it('are decoded as the literals they lie in', () => {
    const added = 'say("it\'s `one\\n` ${two} \\u00e9 \\\\");';
    const wanted = patch('a.ts', added);
    const list = lines('a.ts', added).map((line) => JSON.stringify(line));
    const forms = [
      JSON.stringify(wanted),
      inQuotes(wanted),
      inTemplate(wanted),
      `[${list.join(', ')}].join("\\n")`,
      `[\n${list.join(',\n')},\n].join('\\n')`,
      list.map((line, n) => (n === list.length - 1 ? line : `${line.slice(0, -1)}\\n"`)).join(' +\n'),
    ];
    for (const form of forms) assert.deepEqual(patchTextsIn(applied(form)), [wanted], form);
    const raw = patch('a.ts', 'one\\n');
    assert.deepEqual(patchTextsIn(applied(`String.raw\`${raw}\``)), [raw]);
  });

  it('are all found, and those outside of literals are taken as they are', () => {
    const [a, b] = [patch('a.ts'), patch('b.ts', 'tools.apply_patch("x\\n")')];
    assert.deepEqual(patchTextsIn(`${applied(JSON.stringify(a))};\n${applied(JSON.stringify(b))}`), [a, b]);
    assert.deepEqual(patchTextsIn(b), [b]);
    assert.deepEqual(patchTextsIn(`apply_patch <<'EOF'\n${b}\nEOF\n`), [b]);
    assert.deepEqual(patchTextsIn('await tools.apply_patch(p)'), []);
  });

  it('change files where the script ended well, and none where it failed', async () => {
    const script = `${applied(JSON.stringify(patch('a.ts')))};\n${applied(inQuotes(patch('b.ts')))}`;
    const call = async (output: string) => {
      const rollout = codex()
        .meta()
        .user('Go')
        .item('custom_tool_call', { call_id: 'c', name: 'exec', input: script })
        .item('custom_tool_call_output', { call_id: 'c', output: [{ type: 'input_text', text: output }] });
      const { messages } = await rollout.read();
      return messages.flatMap(({ toolCalls = [] }) => toolCalls)[0] ?? assert.fail();
    };
    const done = await call('Script completed\nWall time 0.1 seconds\nOutput:\nSuccess.');
    assert.deepEqual(
      changedPathsIn(done).map(({ path }) => path),
      ['a.ts', 'b.ts'],
    );
    assert.equal(editsIn(done).length, 2);
    assert.deepEqual(changedPathsIn(await call('Script failed\nWall time 0.1 seconds\nOutput:\nno')), []);
  });
});
