import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, objectOf, textOf, type Field } from '../reading/fields.ts';

/*
 * Types that are read or deliberately skipped: `EventMsg`, `ResponseItem` and `RolloutItem` of Codex's source
 * (`protocol`), and those of newer programs.
 */
const lines: ReadonlySet<string> = new Set([
  ...['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'],
  ...['world_state', 'token_usage_record', 'session_state', 'inter_agent_communication'],
]);

const items: ReadonlySet<string> = new Set([
  ...['message', 'reasoning', 'agent_message', 'compaction', 'compaction_summary', 'context_compaction'],
  ...[
    'compaction_trigger',
    'additional_tools',
    'configuration_update',
    'ghost_snapshot',
    'mcp_list_tools',
    'other',
  ],
]);

const events: ReadonlySet<string> = new Set([
  ...['user_message', 'agent_message', 'agent_reasoning', 'agent_reasoning_raw_content', 'item_completed'],
  ...[
    'agent_reasoning_section_break',
    'error',
    'warning',
    'stream_error',
    'background_event',
    'deprecation_notice',
  ],
  ...['turn_aborted', 'task_complete', 'turn_complete', 'turn_diff', 'token_count', 'context_compacted'],
  ...['thread_rolled_back', 'thread_name_updated', 'thread_settings_applied', 'thread_goal_updated'],
  ...['session_configured', 'shutdown_complete', 'model_reroute', 'model_verification', 'plan_update'],
  ...[
    'undo_completed',
    'entered_review_mode',
    'exited_review_mode',
    'guardian_assessment',
    'guardian_warning',
  ],
  ...['view_image_tool_call', 'dynamic_tool_call_response', 'request_user_input', 'request_permissions'],
  ...[
    'elicitation_request',
    'terminal_interaction',
    'raw_response_item',
    'hook_completed',
    'conversation_path',
  ],
  ...['mcp_startup_complete', 'mcp_startup_update', 'skills_update_available', 'image_generation_end'],
  ...['sub_agent_activity', 'safety_buffering', 'turn_moderation_metadata'],
]);

/** Events about parts of something that another event or item describes as a whole. */
const partial = /_(?:begin|end|delta|started|request|response|updated)$/;
const calls = /_(?:call|output)$|^(?:web_search|tool_search|image_generation|computer|mcp)/;

const turnItems: ReadonlySet<string> = new Set([
  ...['UserMessage', 'AgentMessage', 'Reasoning', 'Plan', 'HookPrompt', 'ContextCompaction', 'WebSearch'],
  ...['CommandExecution', 'McpToolCall', 'DynamicToolCall', 'CollabAgentToolCall', 'FileChange', 'ImageView'],
  ...['ImageGeneration', 'EnteredReviewMode', 'ExitedReviewMode', 'SubAgentActivity', 'Sleep'],
]);

/** Returns the unknown types in a line. */
export function unknownOfCodex(line: JsonObject): readonly string[] {
  const payload = objectOf(line.payload);
  // Before there were payloads, a line was an item, and the first and last had no type.
  if (!payload) return line.type === undefined ? [] : unless(items, line.type, calls);
  const type = textOf(line.type) ?? 'no kind';
  if (type === 'response_item') return unless(items, payload.type, calls);
  if (type !== 'event_msg') return unless(lines, type);
  if (payload.type === 'item_completed') return unless(turnItems, fieldsOf(payload.item).type);
  return unless(events, payload.type, partial);
}

function unless(known: ReadonlySet<string>, field: Field, pattern?: RegExp): readonly string[] {
  const type = textOf(field) ?? 'no kind';
  return known.has(type) || pattern?.test(type) === true ? [] : [type];
}
