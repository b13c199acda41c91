import { visible } from '../text/containText.ts';
import type { Content, ContentPart } from './content.ts';
import { isSessionContext } from './convert.ts';
import { getFolderStructure } from './folderTree.ts';

/** What the environment context says; all of it handed in. */
export interface EnvironmentConfig {
  /** Absolute paths of the workspace. */
  readonly folders: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the project's own temporary directory, where it has one. */
  readonly temporaryFolder?: string;
  /** BCP 47, of the date; that of the machine where it is not given. */
  readonly locale?: string;
  /** Whether the folders are shown with what is in them; default true. */
  readonly includeDirectoryTree?: boolean;
  /** What is remembered of the project. */
  readonly memory?: string;
}

const reminder = 'Reminder: Do not return an empty response when a tool call is required.';
const ready = 'My setup is complete. I will provide my first command in the next turn.';

/** The folders of the workspace and, as trees, what is in them. */
export async function getDirectoryContextString({
  folders,
}: Pick<EnvironmentConfig, 'folders'>): Promise<string> {
  const trees = await Promise.all(folders.map(getFolderStructure));
  return `${folderList(folders)}\n- **Directory Structure:**\n\n${trees.join('\n')}`;
}

const folderList = (folders: readonly string[]): string =>
  `- **Workspace Directories:**\n${folders.map((folder) => `  - ${visible(folder)}`).join('\n')}`;

/** What a model is told of its surroundings before a chat begins. */
export async function getEnvironmentContext(config: EnvironmentConfig): Promise<ContentPart[]> {
  const { folders, now, platform, temporaryFolder, includeDirectoryTree = true, memory = '' } = config;
  const directories = includeDirectoryTree ? await getDirectoryContextString(config) : folderList(folders);
  const lines = [
    '<session_context>',
    'This is the MCP History Store. We are setting up the context for our chat.',
    `Today's date is ${longDate(now, config.locale)} (formatted according to the user's locale).`,
    `My operating system is: ${platform}`,
    ...(temporaryFolder === undefined ? [] : [`The project's temporary directory is: ${temporaryFolder}`]),
    directories,
    ...(memory.trim() === '' ? [] : ['', memory.trim()]),
    '</session_context>',
  ];
  return [{ text: lines.join('\n') }];
}

const longDate = (now: number, locale: string | undefined): string =>
  new Date(now).toLocaleDateString(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

/** What a chat begins with: a turn of the user with the environment, then `extraHistory`; nothing is added where that begins so already. `goesOn` leaves out the words of a start. */
export async function getInitialChatHistory(
  config: EnvironmentConfig,
  extraHistory: readonly Content[] = [],
  { goesOn = false } = {},
): Promise<Content[]> {
  const [first] = extraHistory;
  if (first?.role === 'user' && isSessionContext(first.parts[0]?.text ?? '')) return [...extraHistory];
  const environment = await getEnvironmentContext(config);
  // What was said goes on: the words of a start would tell the model to wait.
  const end = goesOn ? [reminder] : [reminder, ready];
  const text = [...environment.map((part) => part.text ?? ''), ...end].join('\n\n');
  return [{ role: 'user', parts: [{ text }] }, ...extraHistory];
}
