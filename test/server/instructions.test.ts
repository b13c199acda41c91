import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, withFolder } from './withServer.ts';

const instructionsOf = async (
  args: readonly string[],
  root: string,
  env: Record<string, string> = {},
): Promise<string> => {
  const server = await startServer(root, { args, env });
  try {
    const text = server.client.getInstructions() ?? '';
    const { tools } = await server.client.listTools();
    const named = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    const names = new Set([...tools.map(({ name }) => name), 'history_rules']);
    assert.deepEqual(
      named.filter((name) => !names.has(name)),
      [],
      'names only what is listed',
    );
    assert.ok(Buffer.byteLength(text) <= 2_048, `${Buffer.byteLength(text)} bytes`);
    return text;
  } finally {
    await server.close();
  }
};

describe('the instructions of the server', () => {
  it('take at most 220 tokens, where the project is known and where it is not', () =>
    withFolder(async (root) => {
      for (const args of [['--root', root], []]) {
        const tokens = encode(await instructionsOf(args, root)).length;
        assert.ok(tokens <= 220, `${tokens} tokens`);
      }
    }));

  it('mention only listed tools and stay under 2 KB', () =>
    withFolder(async (root) => {
      const whole = await instructionsOf(['--root', root], root);
      assert.match(whole, /history_search.*session_resume.*store_memory/s);
      const core = await instructionsOf(['--root', root, '--tools', 'core'], root);
      assert.doesNotMatch(core, /chat_context_new|archive_read/);
      const one = await instructionsOf(['--root', root, '--tools', 'history_save'], root);
      assert.match(one, /history_save/);
    }));

  it('name the brief first, unless it is turned off', () =>
    withFolder(async (root) => {
      const args = ['--root', root];
      assert.match(
        await instructionsOf(args, root),
        /^Conversation history [^.]*\. Start with history_brief/,
      );
      assert.doesNotMatch(await instructionsOf(args, root, { HISTORY_BRIEF: 'off' }), /history_brief/);
      mkdirSync(join(root, '.chat-history'));
      writeFileSync(join(root, '.chat-history', 'settings.json'), '{"brief": "off"}');
      assert.doesNotMatch(await instructionsOf(args, root), /history_brief/);
      assert.match(await instructionsOf(args, root, { HISTORY_BRIEF: 'always' }), /history_brief/);
    }));

  it('omit a single root, list several ones, and explain how to name a project without any', () =>
    withFolder(async (root) => {
      assert.doesNotMatch(await instructionsOf(['--root', root], root), /projectRoot/);
      const other = join(root, 'other');
      const several = await instructionsOf(['--root', root, '--root', other], root);
      assert.ok(several.includes(`projectRoot, one of ${root}, ${other}.`));
      assert.match(await instructionsOf([], root), /give projectRoot, its absolute path/);
      const many = Array.from({ length: 80 }, (_, n) => ['--root', join(root, `project ${n}`)]).flat();
      assert.match(await instructionsOf(many, root), /There are 80 projects: give projectRoot/);
    }));
});
