import { streamClaude } from '../../../src/agents/claude/claude.ts';
import { claude } from './claudeLines.ts';
import { itReadsWhateverHappened } from './transcriptFuzz.ts';

const side = { isSidechain: true, agentId: 'a1' };
const sample = claude()
  .user('Rechne 四舍五入 nach 😀')
  .answer('m1', { type: 'thinking', thinking: 'Which file?' })
  .use('m1', 't1', 'Edit', { file_path: '/a.ts' }, { uuid: 'edit' })
  .use('m1', 't2', 'Task', { prompt: 'Search' }, { uuid: 'task' })
  .result('t1', 'Updated', {
    parentUuid: 'edit',
    toolUseResult: {
      filePath: '/a.ts',
      structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
    },
  })
  .user('Search', { ...side, parentUuid: null })
  .answer('m2', 'Found', side)
  .result('t2', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }], {
    parentUuid: 'task',
    toolUseResult: { agentId: 'a1' },
  })
  .line('attachment', {
    attachment: { type: 'queued_command', prompt: 'and the tests', commandMode: 'prompt' },
  })
  .aside({ type: 'queue-operation', operation: 'enqueue', content: 'alone' })
  .aside({ type: 'queue-operation', operation: 'enqueue', content: 'next' })
  .aside({ type: 'queue-operation', operation: 'remove' })
  .aside({ type: 'queue-operation', operation: 'dequeue' })
  .answer('m3', 'Done', { uuid: 'done' })
  .line('system', { subtype: 'api_error', parentUuid: 'task' })
  .line('system', { subtype: 'turn_duration', parentUuid: 'done' })
  .user('next', { parentUuid: 'done' })
  .user(
    '<command-message>tidy</command-message><command-name>/tidy</command-name><command-args>up</command-args>',
  )
  .user('Rewound')
  .answer('m4', 'Rewound too')
  .user('<command-name>/model</command-name><command-args>opus</command-args>', { parentUuid: 'done' })
  .line('system', {
    subtype: 'compact_boundary',
    parentUuid: null,
    logicalParentUuid: 'done',
    compactMetadata: { trigger: 'auto', preservedMessages: { uuids: ['done'] } },
  })
  .user('The summary', { isCompactSummary: true })
  .user([
    { type: 'text', text: 'See <b>' },
    { type: 'document', source: { type: 'url', url: 'u' } },
    null,
    { type: 'new' },
  ])
  .answer('m5', 'Overloaded', { isApiErrorMessage: true })
  .user('[Request interrupted by user]')
  .aside({ type: 'summary', summary: 'About rounding', leafUuid: 'done' })
  .aside({ type: 'custom-title', customTitle: 'Rounding' })
  .text();

describe('a transcript of Claude Code, whatever happened to it', () => {
  itReadsWhateverHappened({ stream: streamClaude, sample });
});
