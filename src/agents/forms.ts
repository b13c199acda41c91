import type { Agent } from './reading/types.ts';

/** A form in which an agent keeps sessions, as listed in docs/forms.md. */
export interface TranscriptForm {
  readonly agent: Agent;
  /** Its place, or its tables. */
  readonly form: string;
  /** First version of the agent that writes it; missing where it is not known. */
  readonly since?: string;
  /** `listed`: title and time only. `unread`: it is known to exist. */
  readonly state: 'read' | 'listed' | 'unread';
}

const form =
  (state: TranscriptForm['state']) =>
  (agent: Agent, place: string, since?: string): TranscriptForm => ({
    ...{ agent, form: place, state },
    ...(since !== undefined && { since }),
  });
const read = form('read');
const unread = form('unread');

/** All forms that are known, by agent. A reader without one is found by a test. */
export const transcriptForms: readonly TranscriptForm[] = [
  read('claude', '~/.claude/projects/*/<session>.jsonl'),
  read('claude', '<session>/subagents/agent-*.jsonl', '2.1.2'),
  read('codex', '~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl'),
  read('codex', '~/.codex/archived_sessions/rollout-*.jsonl'),
  read('gemini', '~/.gemini/tmp/*/chats/session-*.jsonl'),
  read('gemini', '~/.gemini/tmp/*/chats/session-*.json'),
  read('gemini', 'chats/<session>/<subagent>.json(l)'),
  read('vscode', 'workspaceStorage/*/chatSessions/*.jsonl'),
  read('vscode', 'workspaceStorage/*/chatSessions/*.json'),
  read('vscode', 'globalStorage/emptyWindowChatSessions/*.jsonl'),
  read('copilot', 'workspaceStorage/*/GitHub.copilot-chat/transcripts/*.jsonl'),
  read('copilot-cli', '~/.copilot/session-state/*/events.jsonl'),
  read('cline', 'saoudrizwan.claude-dev/tasks/*/api_conversation_history.json', '3'),
  read('cline', '~/.cline/data/sessions/*/*.messages.json', '4'),
  read('cursor', '~/.cursor/projects/*/agent-transcripts/**/*.jsonl'),
  read('cursor', 'globalStorage/state.vscdb: cursorDiskKV'),
  read('cursor', '~/.cursor/chats/*/*/store.db: blobs, meta'),
  unread('cursor', 'globalStorage/state.vscdb: agentKv'),
  read('qwen', '~/.qwen/projects/*/chats/*.jsonl'),
  read('roo', 'rooveterinaryinc.roo-cline/tasks/*/api_conversation_history.json'),
  read('kilo', 'kilocode.kilo-code/tasks/*/api_conversation_history.json'),
  read('kilo', '~/.local/share/kilo/kilo*.db: session, message, part'),
  read('kilo', '~/.local/share/kilo/kilo*.db: session_v2, session_message'),
  read('openclaude', '~/.openclaude/projects/*/<session>.jsonl'),
  read('iflow', '~/.iflow/projects/*/session-*.jsonl'),
  read('traex', '~/.trae/cli/sessions/YYYY/MM/DD/rollout-*.jsonl'),
  read('droid', '~/.factory/sessions/**/*.jsonl'),
  read('pi', '~/.pi/agent/sessions/*/*.jsonl'),
  read('kiro', '~/.kiro/sessions/cli/*.jsonl'),
  read('kiro', '~/.kiro/sessions/*/*/messages.jsonl', '3'),
  read('kiro', 'kiro-cli/data.sqlite3: conversations_v2'),
  read('continue', '~/.continue/sessions/*.json'),
  read('antigravity', 'brain/*/.system_generated/logs/transcript*.jsonl'),
  unread('antigravity', 'conversations/*.pb'),
  read('amp', '~/.local/share/amp/threads/T-*.json'),
  read('aider', '.aider.chat.history.md'),
  read('specstory', '.specstory/history/*.md'),
  read('opencode', '~/.local/share/opencode/storage/session/*/*.json'),
  read('opencode', '~/.local/share/opencode/opencode*.db: session, message, part', '1'),
  read('opencode', '~/.local/share/opencode/opencode*.db: session_v2, session_message', '2'),
  read('goose', '~/.local/share/goose/sessions/*.jsonl'),
  read('goose', '~/.local/share/goose/sessions/sessions.db: sessions, messages'),
  read('zed', 'zed/threads/threads.db: threads'),
];

/** Forms of an agent's sessions that are in one state. */
export const formsOf = (agent: Agent, state: TranscriptForm['state']): readonly string[] =>
  transcriptForms.filter((each) => each.agent === agent && each.state === state).map((each) => each.form);
