/** What a session of a made-up home is written from. */
export interface Talk {
  readonly id: string;
  readonly folder: string;
  readonly title: string;
  readonly turns: readonly { readonly ask: string; readonly answer: string; readonly result: string }[];
  /** Of the first line. Milliseconds. */
  readonly begun: number;
}

/** Gives the text of a transcript; `time` is when its line was written. */
export type WriteForm = (talk: Talk, time: (line: number) => string) => string;

/** How an agent that keeps a file for each session does it. */
export interface FileForm {
  readonly write: WriteForm;
  /** Below the home folder, or absolute. */
  readonly path: (talk: Pick<Talk, 'id' | 'folder' | 'begun'>) => string;
  /** What it is found by, where that is not its id. */
  readonly sessionId?: (talk: Pick<Talk, 'id' | 'begun'>) => string;
  /** Files beside it, as the transcript itself. */
  readonly beside?: (talk: Talk) => readonly (readonly [path: string, text: string])[];
}

/** Where VS Code keeps what belongs to a person, below the home folder. */
export const editorUser = folderOfEditor(process.platform);

function folderOfEditor(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'AppData/Roaming/Code/User';
  return platform === 'darwin' ? 'Library/Application Support/Code/User' : '.config/Code/User';
}

export const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
