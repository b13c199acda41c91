import { workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';

/**
 * Registers the provider of a scheme whose documents are Markdown. What agents and other people wrote there loads nothing
 * when it is previewed: an address of an image would carry what it holds away. Tags and images are seen as written.
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
