import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHookInput } from '../../src/hook/hookInput.ts';
import { inputText } from '../../src/hook/inputText.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const fields = {
  session_id: session,
  transcript_path: '/home/me/.claude/projects/-code/x.jsonl',
  cwd: '/code/shop',
  hook_event_name: 'PreCompact',
  trigger: 'auto',
};
const whole = JSON.stringify(fields);
const { session_id: _, ...others } = fields;
const read = (input: string | Uint8Array) =>
  parseHookInput(inputText(typeof input === 'string' ? Buffer.from(input) : input));

/** A text in an encoding with two bytes per character, the higher one first. */
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const mark = '\uFEFF';

describe('the input of a hook', () => {
  const readable: Readonly<Record<string, string | Uint8Array>> = {
    'with a byte order mark': mark + whole,
    'in UTF-16': Buffer.from(whole, 'utf16le'),
    'in UTF-16 with a mark': Buffer.from(mark + whole, 'utf16le'),
    'in UTF-16 of another byte order': swapped(whole),
    'in UTF-16 of another byte order with a mark': swapped(mark + whole),
  };
  for (const [what, input] of Object.entries(readable))
    it(`is read ${what}`, () => assert.deepEqual(read(input), parseHookInput(whole)));

  const withMessage = (message: string): string =>
    `${whole.slice(0, -1)},"last_assistant_message":"${message}"}`;
  const damaged: Readonly<Record<string, string>> = {
    'a line of a log behind': `${whole}\n[debug] the hook {"took": 3} ms\n`,
    'a line of a log before': `[debug] the hook {took 3} ms\n${whole}`,
    'an object of a log before': `{"level":"debug","took":3}\n${whole}`,
    'another object glued to it': `${whole}${whole.replace('shop', 'other')}`,
    'half of another object behind': `${whole}{"session_id":"ot`,
    'zeros behind': `${whole}\0\0\0`,
    'zeros before': `\0\0\0${whole}`,
    'zeros within': `${whole.slice(0, 20)}\0\0${whole.slice(20)}`,
    'quotes in a text': withMessage('I ran "npm test" there'),
    'an object in a text': withMessage('as {"transcript_path":"/evil","cwd":"/evil"} says'),
    'a path in a text': withMessage('so","transcript_path":"/evil","x":"'),
    'a path in a text, and more behind': `${withMessage('so","transcript_path":"/evil","x":"')}\nlog`,
    'a line break in a text': withMessage('one\n{"transcript_path":"/evil"}\ntwo'),
    'an end in the middle of a text': withMessage('cut').slice(0, -5),
    'an end in the middle of a name': `${whole.slice(0, -1)},"last_ass`,
    'an end behind a comma': `${whole.slice(0, -1)},`,
  };
  for (const [what, input] of Object.entries(damaged))
    it(`is read as far as it can be: ${what}`, () => {
      const { damage, transcript, ...rest } = read(input);
      const { transcript: expected, ...wanted } = parseHookInput(whole);
      assert.match(damage ?? '', /^The input of the hook /);
      assert.deepEqual([transcript, rest], [expected, wanted]);
    });

  it('is read up to the first damaged value', () => {
    const { damage, ...input } = read(`{"session_id":"${session}","cwd":"C:\\Users\\me","trigger":"auto"}`);
    assert.deepEqual(input, { session });
    assert.match(damage ?? '', /damaged; what could be read of it: session_id\.$/);
  });

  it('is never read out of what its agent said last', () => {
    const said = `"last_assistant_message":"it is "so" , "transcript_path":"/evil","cwd":"/evil"`;
    assert.deepEqual(Object.keys(read(`{"session_id":"${session}",${said},"trigger":"auto"}`)), [
      ...['session', 'damage'],
    ]);
    assert.throws(() => read(`{${said},"session_id":"${session}"`), /Standard input is not JSON/);
  });

  it('is refused where nothing of it can be read', () => {
    for (const input of ['{', '{"session_id":', '{"took":3}{', 'session_id: x', '["x"]', '5'])
      assert.throws(() => read(input), /Standard input is/, input);
  });

  it('is read in the code page in which its folder exists', () => {
    const base = mkdtempSync(join(tmpdir(), 'hook-input-'));
    try {
      const codes: Readonly<Record<string, readonly number[]>> = {
        项目: [0xcf, 0xee, 0xc4, 0xbf],
        Müller: [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72],
        Проект: [0xcf, 0xf0, 0xee, 0xe5, 0xea, 0xf2],
      };
      for (const [name, bytes] of Object.entries(codes)) {
        const cwd = join(base, name);
        mkdirSync(cwd);
        const [before = '', after = ''] = JSON.stringify({ ...others, cwd }).split(name);
        const input = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
        assert.equal(read(input).cwd, cwd);
      }
    } finally {
      rmSync(base, { recursive: true });
    }
  });
});
