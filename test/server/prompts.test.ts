import assert from 'node:assert/strict';
import { offers } from './allOffers.ts';
import { withServer } from './withServer.ts';

const tools = [
  'history_list_dialogs',
  'history_get_dialog_detail',
  'history_get_messages_since',
  'history_save',
  'history_set_summary',
  'history_clear',
  'history_stats',
  'history_list_backups',
  'history_restore_backup',
  'chat_context_new',
  'chat_context_load',
  'chat_context_list',
  'chat_context_recall',
  'chat_context_clear_active',
  'chat_context_summarize',
];

describe('prompts and instructions', () => {
  it('are listed with their arguments', () =>
    withServer(async ({ client }) => {
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name, arguments: args }) => [name, args?.map((argument) => argument.name)]),
        [
          ['brief', ['purpose', 'maxTokens']],
          ['resume', ['session']],
          ['recall', ['topic']],
          ['save', ['what']],
          ['compact', ['dialog']],
          ['history_rules', ['language']],
          ['history_rules_minimal', ['language']],
          ['memory_review', ['time_period', 'focus_area']],
          ['memory_analysis', ['tags', 'time_range']],
          ['knowledge_export', ['format', 'filter']],
          ['memory_cleanup', ['older_than', 'similarity_threshold']],
          ['learning_session', ['topic', 'key_points', 'questions']],
        ],
      );
    }));

  it('name every tool and the project in the full rules, in both languages', () =>
    withServer(async ({ client, root }) => {
      for (const language of ['en', 'zh']) {
        const { messages } = await client.getPrompt({ name: 'history_rules', arguments: { language } });
        const [message] = messages;
        assert.ok(message?.content.type === 'text' && message.role === 'user');
        for (const tool of tools) assert.ok(message.content.text.includes(`${tool}(`), tool);
        assert.ok(message.content.text.includes(`projectRoot = ${root}`));
        assert.equal(/[\u4e00-\u9fff]{4}/.test(message.content.text.replaceAll(root, '')), language === 'zh');
      }
    }));

  it('include short rules of less than 2,500 characters', () =>
    withServer(async ({ client }) => {
      const { messages } = await client.getPrompt({ name: 'history_rules_minimal' });
      const [message] = messages;
      assert.ok(message?.content.type === 'text');
      assert.match(message.content.text, /^AGENT RULES/);
      assert.ok(message.content.text.length < 2_500);
    }));

  it('default to the language of the system', () =>
    withServer(
      async ({ client }) => {
        const { messages } = await client.getPrompt({ name: 'history_rules_minimal' });
        assert.match(JSON.stringify(messages), /AGENT 规则/);
      },
      { env: { LANG: 'zh_CN.UTF-8' } },
    ));

  it('prefer HISTORY_LANGUAGE to the system, and the argument to both', () =>
    withServer(
      async ({ client }) => {
        const text = async (args: Record<string, string> = {}) =>
          JSON.stringify(await client.getPrompt({ name: 'history_rules_minimal', arguments: args }));
        assert.match(await text(), /AGENT 规则/);
        assert.match(await text({ language: 'en' }), /AGENT RULES/);
      },
      { env: { LANG: 'en_US.UTF-8', HISTORY_LANGUAGE: 'zh' } },
    ));

  it('refuse an unknown prompt or language and name the known ones', () =>
    withServer(async ({ client }) => {
      await assert.rejects(client.getPrompt({ name: 'rules' }), /history_rules, history_rules_minimal/);
      const french = { name: 'history_rules', arguments: { language: 'fr' } };
      await assert.rejects(client.getPrompt(french), /language takes en or zh, but got "fr"/);
    }));

  it('keep the instructions short and point to the rules', () =>
    withServer(({ client }) => {
      const instructions = client.getInstructions() ?? '';
      assert.ok(instructions.length < 2_048);
      assert.match(instructions, /history_rules/);
      for (const [tool] of instructions.matchAll(/\b[a-z]+_[a-z_]+/g))
        assert.ok(tool === 'history_rules' || offers.tools.some(({ name }) => name === tool), tool);
      assert.match(instructions, /session_list.*session_resume.*store_memory/);
      assert.match(instructions, /chat_context_new.*Nothing switches by itself/);
      return Promise.resolve();
    }));
});
