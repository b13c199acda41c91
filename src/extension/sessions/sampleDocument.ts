import { window, workspace } from 'vscode';
import { secretsOf } from '../../disk/context.ts';
import { sampleOf, type SampledSession } from '../../doctor/sample/sample.ts';
import { hasShape, sampleDocument, sampleSentence } from '../../doctor/sample/sampleText.ts';
import { sayHere } from '../base/settings.ts';
import { inform } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { sessionFolders } from '../base/projects.ts';

/** Opens the shape of what is not understood as a document that is not saved, or says that there is none. */
export async function openSample(
  project: Project,
  session: SampledSession,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<void> {
  // Also where secrets are kept: this is to be passed on.
  const secrets = secretsOf(project.folder, {
    envFolders: () => sessionFolders(project),
    isReadOnly: () => true,
  });
  const sample = secrets.value(await sampleOf(session, secrets));
  if (!hasShape(sample)) {
    inform(sampleSentence(sample, `“${name}”`, sayHere));
    return;
  }
  const content = sampleDocument(sample, version, sayHere);
  await window.showTextDocument(await workspace.openTextDocument({ language: 'markdown', content }));
}
