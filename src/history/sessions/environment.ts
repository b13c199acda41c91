import { visible } from '../../disk/text/containText.ts';
import type { Content, ContentPart } from './content.ts';
import { isSessionContext } from './sessionContext.ts';
import { getFolderStructure } from './folderTree.ts';

/** The content of the environment context. */
export interface EnvironmentConfig {
  /** Absolute paths of the workspace. */
  readonly folders: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the project's temporary directory, if any. */
  readonly temporaryFolder?: string;
  /** BCP 47 locale of the date; default from the machine. */
  readonly locale?: string;
  /** Whether to show the content of the folders; default true. */
  readonly includeDirectoryTree?: boolean;
  /** Memory about the project. */
  readonly memory?: string;
}

const reminder = 'Reminder: Do not return an empty response when a tool call is required.';
const ready = 'My setup is complete. I will provide my first command in the next turn.';

/** Formats the folders of the workspace with their trees. */
export async function getDirectoryContextString({
  folders,
}: Pick<EnvironmentConfig, 'folders'>): Promise<string> {
  const trees = await Promise.all(folders.map(getFolderStructure));
  return `${folderList(folders)}\n- **Directory Structure:**\n\n${trees.join('\n')}`;
}

const folderList = (folders: readonly string[]): string =>
  `- **Workspace Directories:**\n${folders.map((folder) => `  - ${visible(folder)}`).join('\n')}`;

/** The environment description that a model receives before a chat. */
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

/**
 * Creates the start of a chat: a user turn with the environment, then `extraHistory`, unless it already begins with
 * one. `isContinued` omits the phrases of a new chat.
 */
export async function getInitialChatHistory(
  config: EnvironmentConfig,
  extraHistory: readonly Content[] = [],
  { isContinued = false } = {},
): Promise<Content[]> {
  const [first] = extraHistory;
  if (first?.role === 'user' && isSessionContext(first.parts[0]?.text ?? '')) return [...extraHistory];
  const environment = await getEnvironmentContext(config);
  // In a continued chat, the phrases of a new one would make the model wait.
  const end = isContinued ? [reminder] : [reminder, ready];
  const text = [...environment.map((part) => part.text ?? ''), ...end].join('\n\n');
  return [{ role: 'user', parts: [{ text }] }, ...extraHistory];
}
