import type { JSX } from 'preact';
import type { BriefPaneState } from '../../protocol/briefPane.ts';
import { fill } from '../../protocol/format.ts';
import { CopyButton } from '../base/buttons.tsx';
import { ExactText } from '../base/exactText.tsx';
import { Meter } from '../base/facts.tsx';
import { Empty } from '../base/notices.tsx';
import { useBriefPane } from './briefServices.ts';

/** The exact text an agent would receive now, with its share of the budget. */
export function BriefText({ state: { brief, maxTokens } }: { state: BriefPaneState }): JSX.Element {
  const { strings, format } = useBriefPane();
  const { text, tokens } = brief;
  if (text === '')
    return (
      <Empty icon="briefcase" title={strings.nothing}>
        <p>{strings.nothingHint}</p>
      </Empty>
    );
  const [used, most] = [format.count(tokens), format.count(maxTokens)];
  return (
    <>
      <ExactText text={text} label={strings.exactText} />
      <div class="brief-foot">
        <Meter
          title={strings.tokens}
          value={tokens / maxTokens}
          level="ok"
          text={fill(strings.tokensOf, used, most)}
          detail={fill(strings.tokensDetail, used, most)}
        />
        <CopyText text={text} />
      </div>
    </>
  );
}

/** Button that copies the whole text. */
export function CopyText({ text }: { text: string }): JSX.Element {
  const { strings, send } = useBriefPane();
  return <CopyButton label={strings.copyText} onCopy={() => send({ type: 'copyText', text })} />;
}
