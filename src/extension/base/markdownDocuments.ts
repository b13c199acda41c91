import { workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';

/**
 * Registers a provider of Markdown documents. Text of agents and others must load nothing in a preview: an image's
 * address could leak data. Tags and images appear as written.
 */
export function registerMarkdown(scheme: string, provider: TextDocumentContentProvider): Disposable {
  const { onDidChange } = provider;
  return workspace.registerTextDocumentContentProvider(scheme, {
    ...(onDidChange && { onDidChange }),
    provideTextDocumentContent: async (uri, token) => {
      const text = (await provider.provideTextDocumentContent(uri, token)) ?? '';
      const { inertMarkdown } = await import('../../markdown/inertMarkdown.ts');
      return inertMarkdown(text);
    },
  });
}

/** Maximum characters of a tab's title. */
const longest = 60;

/** Converts a title to a document name without path separators. */
export const documentName = (title: string): string =>
  title
    .slice(0, longest)
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim() || '-';
