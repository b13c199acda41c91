import { defined, type Language } from '../../store/base/core.ts';
import type { Store } from '../../store/types.ts';
import { oneOfWords } from '../base/completion.ts';
import type { Prompt } from '../base/offers.ts';
import { briefChars } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { detailReply } from './detailReply.ts';
import { dialogNames, existingDialog } from './dialogResources.ts';
import { dialogPromptTexts } from './dialogPromptTexts.ts';
import { placeOf } from './messageText.ts';

/** Characters of a dialog's content in the prompt that compacts it: about what asks for it. */
const contentChars = 60_000;
/** Messages that are looked at for what fits. */
const contentMessages = 1_000;

const worthSaving: Readonly<Record<Language, readonly string[]>> = {
  en: ['what was decided and why', 'what is done and what is open', 'everything since the last save'],
  zh: ['作出的决定及原因', '已完成和未完成的内容', '上次保存以来的全部内容'],
};

/** The dialog that a person chose, else the one that was active last: agents save under names of their own. */
async function usualDialog({ dialogs }: Store): Promise<string> {
  const { name, chosen } = await dialogs.active();
  return chosen ? name : ((await dialogs.list())[0]?.name ?? name);
}

const save: Prompt = {
  name: 'save',
  title: 'Save this chat',
  description: 'Keep what matters of this chat in the history.',
  arguments: [
    {
      name: 'what',
      description: 'what to save; default: all that matters',
      complete: oneOfWords(worthSaving),
    },
  ],
  ofProject: true,
  write: async ({ what }, { project, language }) => {
    const dialog = await usualDialog((await project()).store);
    return dialogPromptTexts[language].save(dialog, nonBlank(what)?.trim());
  },
};

const compact: Prompt = {
  name: 'compact',
  title: 'Compact a dialog',
  description: 'A new summary of a dialog, and only its essential messages; a backup is made first.',
  arguments: [
    {
      name: 'dialog',
      description: 'which dialog; default: the active one, or the newest',
      complete: dialogNames,
    },
  ],
  ofProject: true,
  write: async (args, { project, language }) => {
    const { store, around } = await project();
    const { name: dialog } = await existingDialog(store, nonBlank(args.dialog) ?? (await usualDialog(store)));
    const query = { recentTurns: contentMessages, includeSummary: true, includeMessages: true };
    const detail = defined({ ...(await store.dialogs.detail(dialog, query)), maintenance: undefined });
    const form = { dialog, format: 'flat', includeSummary: true, summaryText: false } as const;
    const maxChars = around.brief ? briefChars : contentChars;
    const reply = await detailReply(detail, { ...form, maxChars }, placeOf(store, dialog));
    return `${dialogPromptTexts[language].compact(dialog)}\n\n${reply.join('\n\n')}`;
  },
};

/** What a person asks an agent to do with a dialog. */
export const dialogPrompts: readonly Prompt[] = [save, compact];
