import { commands } from 'vscode';
import { warn } from '../base/notices.ts';
import type { Project } from '../base/project.ts';

/** Says that exchanging stopped until somebody does something, and what that is. */
export const tellFailed =
  (onError: (error: unknown) => void) =>
  (project: Project, error: unknown): void => {
    const tell = async (): Promise<void> => {
      const { hubErrorText, mendingCommand } = await import('./hubText.ts');
      const [command, label] = mendingCommand(error);
      const mend = () => commands.executeCommand(command, { project });
      warn(hubErrorText(error), [{ label, run: mend }], onError);
    };
    tell().catch(onError);
  };
