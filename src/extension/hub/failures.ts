import { commands, l10n } from 'vscode';
import { warn } from '../base/notices.ts';
import type { Project } from '../base/project.ts';

/** Says that exchanging stopped until somebody does something, and what that is. */
export const tellFailed =
  (onError: (error: unknown) => void) =>
  (project: Project, error: unknown): void => {
    const tell = async (): Promise<void> => {
      const { hubErrorText } = await import('./hubText.ts');
      const setUp = () => commands.executeCommand('historyStore.setUpHub', { project });
      warn(hubErrorText(error), [{ label: l10n.t('Set Up Hub…'), run: setUp }], onError);
    };
    tell().catch(onError);
  };
