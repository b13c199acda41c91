// The page that a chat shows for the reply of a tool (an app of the MCP Apps extension), one file without a network.
import { render } from 'preact';
import { chatStrings, type ChatStrings } from '../../protocol/chatStrings.ts';
import './chat.css';
import { chatHost, type HostAbilities, type HostContext, type ToolReply } from './chatHost.ts';
import { Reply } from './chatView.tsx';

declare const CHAT_STRINGS_ZH: ChatStrings;

interface Shown {
  readonly context: HostContext;
  readonly abilities: HostAbilities;
  readonly args: Readonly<Record<string, unknown>>;
  readonly reply: ToolReply | undefined;
  readonly isCancelled: boolean;
}

let shown: Shown = {
  context: { variables: {} },
  abilities: { callsTools: false },
  args: {},
  reply: undefined,
  isCancelled: false,
};

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const { context, abilities, args, reply, isCancelled } = shown;
  const isChinese = /^zh\b/i.test(context.locale ?? navigator.language);
  const strings = isChinese ? CHAT_STRINGS_ZH : chatStrings;
  const page = document.documentElement;
  page.lang = isChinese ? 'zh-CN' : 'en';
  document.title = strings.title;
  if (context.theme !== undefined) page.style.colorScheme = context.theme;
  for (const [name, value] of Object.entries(context.variables)) page.style.setProperty(name, value);
  const root = document.getElementById('root');
  if (root === null) return;
  const asked = { name: context.tool ?? '', args };
  const about = typeof args.query === 'string' ? args.query : args.dialog;
  render(
    <>
      <h1>{typeof about === 'string' && about !== '' ? `${strings.title} · ${about}` : strings.title}</h1>
      {reply === undefined ? (
        <p class="note">{isCancelled ? strings.cancelled : strings.waiting}</p>
      ) : (
        <Reply asked={asked} reply={reply} host={host} abilities={abilities} strings={strings} />
      )}
    </>,
    root,
  );
}

const host = chatHost({
  onContext: ({ variables, ...context }) =>
    show({
      context: { ...shown.context, ...context, variables: { ...shown.context.variables, ...variables } },
    }),
  onInput: (args) => show({ args }),
  onReply: (reply) => show({ reply }),
  onCancelled: () => show({ isCancelled: true }),
});

show({});
void host.connect().then((abilities) => show({ abilities }));
