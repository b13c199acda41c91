import assert from 'node:assert/strict';
import { scopes } from '../../../src/agents/profile/machine.ts';
import { connectionOf } from '../../../src/connect/connections.ts';
import { connecting, disconnecting, partsOf } from '../../../src/connect/plan.ts';
import { hookOf, startOf } from '../../../src/connect/launcher.ts';
import { agentOf, withMachine } from './withMachine.ts';

const hooked = ['claude', 'codex', 'gemini', 'qwen', 'copilot-cli', 'cursor', 'droid'];
const options = { scope: 'user', hooks: true } as const;

/** The hooks of an agent as version 0.1 wrote them on Windows, beside one of the person's. */
function olderHooks(id: string, command: string): string {
  const event =
    { gemini: 'PreCompress', cursor: 'preCompact', 'copilot-cli': 'preCompact' }[id] ?? 'PreCompact';
  const hook =
    id === 'copilot-cli' ? { type: 'command', bash: command, timeoutSec: 60 } : { command, timeout: 60 };
  const isFlat = id === 'copilot-cli' || id === 'cursor';
  const older = isFlat ? hook : { hooks: [{ type: 'command', ...hook }] };
  const text = JSON.stringify({ mine: 1, hooks: { [event]: [{ command: 'mine' }, older] } }, undefined, 2);
  return `${text}\n`.replaceAll('\n', '\r\n');
}

describe('hooks on Windows', () => {
  const expected = {
    claude: { command: "& '<launcher>' hook", shell: 'powershell' },
    codex: { command: '"<launcher>" hook', commandWindows: "& '<launcher>' hook" },
    gemini: { command: "& '<launcher>' hook" },
    qwen: { command: "& '<launcher>' hook", shell: 'powershell' },
    cursor: { command: "& '<launcher>' hook" },
    droid: { command: 'call "<launcher>" hook' },
  };
  for (const [id, fields] of Object.entries(expected))
    it(`have the form that ${id} can run`, () =>
      withMachine(async ({ machine, around }) => {
        const launcher = startOf(machine).args.at(-2) ?? '';
        const { changes } = await connecting([agentOf(id)], options, around);
        const file = changes.find(({ parts }) => parts.some(({ kind }) => kind === 'hooks'));
        const text = JSON.stringify(JSON.parse(file?.after ?? ''));
        const written = text.replaceAll(JSON.stringify(launcher).slice(1, -1), '<launcher>');
        const inside = JSON.stringify(fields).slice(1, -1);
        const atEnd = inside.replaceAll(/ hook"/g, ' hook --remember"');
        const forms = /"sessionEnd"/i.test(text) ? [inside, atEnd] : [inside];
        for (const form of forms) assert.ok(written.includes(form), `${form} in ${written}`);
      }, 'win32'));

  for (const id of hooked)
    it(`of ${id} in the older form are outdated, replaced, and taken away`, () =>
      withMachine(async ({ machine, around, apply, read, write }) => {
        const agent = agentOf(id);
        const part = partsOf([agent], ['user'], around).find((one) => one.part.kind === 'hooks');
        assert.ok(part);
        const older = olderHooks(id, hookOf(machine).command);
        const state = async () =>
          (await connectionOf(agent, 'user', around))?.parts.find(({ kind }) => kind === 'hooks')?.state;
        const clean = JSON.stringify({ mine: 1 });
        const count = (text = '') => text.split('mcp-history-store').length;
        await write(part.path, older);
        assert.equal(await state(), 'outdated');
        await apply(await connecting([agent], options, around));
        assert.equal(await state(), 'connected');
        const once = await read(part.path);
        await apply(await connecting([agent], options, around));
        assert.equal(await read(part.path), once, 'a second setup changes nothing');
        await apply(await disconnecting([agent], { scopes }, around));
        const left = (await read(part.path)) ?? '';
        assert.equal(count(left), 1, left);
        assert.match(left, /"command": "mine"/);
        assert.ok(!/[^\r]\n/.test(left), 'the ends of lines stay');
        // The older form goes as well where no newer one was ever written, and what a newer one replaced nothing of.
        await write(part.path, older);
        await apply(await disconnecting([agent], { scopes }, around));
        assert.equal(count(await read(part.path)), 1);
        await write(part.path, clean);
        await apply(await connecting([agent], options, around));
        await apply(await disconnecting([agent], { scopes }, around));
        assert.equal(await read(part.path), clean);
      }, 'win32'));
});
