import type { Language } from '../../store/base/core.ts';

/** What the prompts about dialogs say. */
export interface DialogPromptTexts {
  readonly save: (dialog: string, what: string | undefined) => string;
  readonly compact: (dialog: string) => string;
}

const call = (tool: string, args: object): string => `${tool} ${JSON.stringify(args)}`;

const entries = [
  { role: 'user', text: '…', id: '…' },
  { role: 'assistant', text: '…', id: '…' },
];
const summary = (dialog: string, mode: string): string =>
  call('history_set_summary', {
    dialog,
    summary: {
      decisions: ['…'],
      constraints: ['…'],
      todo: ['…'],
      issues: ['…'],
      facts: ['…'],
      references: ['…'],
    },
    mode,
  });

const en: DialogPromptTexts = {
  save: (
    dialog,
    what,
  ) => `Save ${what === undefined ? 'what matters of this chat' : `this of the present chat: ${what}`}.

1. Call once, with all messages that are to be kept and were not saved yet, in order of time:
   ${call('history_save', { dialog, entries })}
   What I asked in my own words; of your answers what I saw and the key conclusions, never raw tool output. Each id is one that no other message has, such as the date, the time and a number.
2. Only if decisions, constraints, to-dos or issues changed, call with those alone; they are merged:
   ${summary(dialog, 'merge')}

If a call is refused, do what its error says and call again. Then tell me in one line what was saved.`,
  compact: (
    dialog,
  ) => `Compact the dialog ${JSON.stringify(dialog)} in these four steps, from its content below; what we say here does not belong into it.

1. Write a new complete summary from both the summary (S) and the messages (U: mine, A: yours) below. Where a note says that older ones were left out, first fetch them with its call.
2. ${call('history_clear', { dialog })}
   It makes a backup and tells its id.
3. ${summary(dialog, 'merge')}
   with the new summary.
4. ${call('history_save', { dialog, entries })}
   in order of time, with only the essential messages: chosen from those below, or minimally restated, newlines unescaped.

If a step fails or the result is poor, ${call('history_restore_backup', { dialog, id: 'the id of step 2' })} brings everything back. Then tell me in one line how many messages there were and are.

The content:`,
};

const zh: DialogPromptTexts = {
  save: (
    dialog,
    what,
  ) => `请保存${what === undefined ? '本次对话中重要的内容' : `本次对话中的以下内容：${what}`}。

1. 调用一次，按时间顺序包含所有需要保留且尚未保存的消息：
   ${call('history_save', { dialog, entries })}
   用户的要求用其原话；你的回答只保留用户看到的内容和关键结论，不要保存工具的原始输出。每个 id 都要唯一，例如日期、时间加序号。
2. 仅当决策、约束、待办或问题有变化时，只用变化的部分调用（会自动合并）：
   ${summary(dialog, 'merge')}

如果调用被拒绝，请按错误提示修正后重试。最后用一句话告诉我保存了什么。`,
  compact: (
    dialog,
  ) => `请按以下四步压缩对话 ${JSON.stringify(dialog)}，只依据下面的内容；本次对话的内容不属于它。

1. 根据下面的摘要（S）和消息（U：用户，A：助手）写一份新的完整摘要。如果注明省略了更早的消息，请先用所给的调用取回。
2. ${call('history_clear', { dialog })}
   会自动备份并返回备份 id。
3. ${summary(dialog, 'merge')}
   填入新摘要。
4. ${call('history_save', { dialog, entries })}
   按时间顺序，仅保留必要的消息：从下面的消息中挑选或最小合并重述，还原换行的转义。

如果某一步失败或结果不理想，${call('history_restore_backup', { dialog, id: '第 2 步的 id' })} 可恢复全部内容。最后用一句话告诉我压缩前后各有多少条消息。

内容：`,
};

/** The texts by language. */
export const dialogPromptTexts: Readonly<Record<Language, DialogPromptTexts>> = { en, zh };
