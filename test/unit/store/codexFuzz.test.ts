import { streamCodex } from '../../../src/agents/codex/transcripts.ts';
import { codex } from './codexLines.ts';
import { itReadsWhateverHappened } from './transcriptFuzz.ts';

const sample = codex()
  .meta()
  .user('<environment_context></environment_context>')
  .turn({ turn_id: 't1' })
  .user('Rechne 四舍五入 nach 😀')
  .event('user_message', { message: 'Rechne 四舍五入 nach 😀', images: ['data:image/png;base64,AA'] })
  .item('reasoning', { summary: [{ type: 'summary_text', text: '**Plan**\n\nLook' }] })
  .assistant('I look')
  .event('agent_message', { message: 'I look' })
  .call('c1', 'shell', { command: ['ls'] })
  .call('c2', 'shell', { command: ['pwd'] })
  .event('token_count', { info: { last_token_usage: { input_tokens: 1, output_tokens: 2 } } })
  .output('c1', '{"output":"x","metadata":{"exit_code":1}}')
  .output('c2', { content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }], success: false })
  .turn({ turn_id: 't2' })
  .user('Rolled back')
  .assistant('Gone')
  .event('thread_rolled_back', { num_turns: 1 })
  .item('reasoning', { summary: [{ type: 'summary_text', text: 'I sum up' }] })
  .assistant('The summary')
  .line('compacted', { message: 'The summary' })
  .turnItem('CommandExecution', {
    id: 'exec-1',
    command: ['ls'],
    status: 'completed',
    aggregated_output: 'x',
  })
  .turnItem('McpToolCall', { id: 'c3', server: 's', tool: 't', arguments: {}, status: 'failed' })
  .item('custom_tool_call', { call_id: 'c3', name: 'apply_patch', input: '***' })
  .item('custom_tool_call_output', { call_id: 'c3', output: 'Done' })
  .event('exec_command_end', { call_id: 'c4', command: ['ls'], exit_code: 0 })
  .event('error', { message: 'Oh' })
  .event('turn_aborted', { reason: 'interrupted' })
  .user('<user_shell_command><command>ls</command></user_shell_command>')
  .item('new_kind', {})
  .text();

describe('a rollout of Codex, whatever happened to it', () => {
  itReadsWhateverHappened({ stream: streamCodex, sample });
});
