import type { JSX } from 'preact';
import type { BriefPaneState, PaneGiven, PanePurpose, ShownGiven } from '../../protocol/briefPane.ts';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { fill } from '../../protocol/format.ts';
import { ExactText } from '../base/exactText.tsx';
import { When } from '../base/facts.tsx';
import { Panel } from '../base/panel.tsx';
import { useBriefPane } from './briefServices.ts';
import { CopyText } from './briefText.tsx';
import { Count } from './statementPanels.tsx';

const purposes: Readonly<Record<PanePurpose, keyof BriefPaneStrings>> = {
  start: 'purposeStart',
  afterCompaction: 'purposeAfterCompaction',
  handOver: 'purposeHandOver',
};

const ways: Readonly<Record<PaneGiven['by'], keyof BriefPaneStrings>> = {
  hook: 'byHook',
  tool: 'byTool',
  prompt: 'byPrompt',
  resource: 'byResource',
  terminal: 'byTerminal',
};

/** Given briefs with agent and time; each can be shown unchanged. */
export function GivenPanel({ state: { given, shown } }: { state: BriefPaneState }): JSX.Element {
  const { strings } = useBriefPane();
  return (
    <Panel title={strings.given} aside={given.length > 0 && <Count of={given} />}>
      {given.length === 0 && <p class="hint">{strings.noGiven}</p>}
      <ul class="statements">
        {given.map((one) => (
          <GivenRow key={one.id} given={one} isShown={one.id === shown?.id} />
        ))}
      </ul>
    </Panel>
  );
}

function GivenRow({ given, isShown }: { given: PaneGiven; isShown: boolean }): JSX.Element {
  const { strings, format, send } = useBriefPane();
  const { id, at, agent, purpose, by, tokens } = given;
  const name = agent || strings.unknownAgent;
  return (
    <li class="given">
      <button
        type="button"
        class="link-button"
        title={fill(strings.showGiven, name, format.dateTime(at))}
        aria-pressed={isShown}
        onClick={() => send(isShown ? { type: 'showGiven' } : { type: 'showGiven', id })}
      >
        {name}
      </button>
      <div class="counts given-facts">
        <When ts={at} text="{0}" hint="{0}" />
        <span>{strings[purposes[purpose]]}</span>
        <span>{fill(strings.tokenCount, format.count(tokens))}</span>
        <span>{strings[ways[by]]}</span>
      </div>
    </li>
  );
}

/** The text of a given brief, with a button back to the current one. */
export function GivenText({ shown }: { shown: ShownGiven }): JSX.Element {
  const { strings, format, send } = useBriefPane();
  const { at, agent, text, tokens } = shown;
  return (
    <>
      <div class="given-head">
        <h2>{fill(strings.givenTo, agent || strings.unknownAgent, format.dateTime(at))}</h2>
        <button
          type="button"
          class="button button-secondary brief-back"
          onClick={() => send({ type: 'showGiven' })}
        >
          {strings.backToNow}
        </button>
      </div>
      <ExactText text={text} label={strings.exactText} />
      <div class="brief-foot">
        <span>{fill(strings.tokenCount, format.count(tokens))}</span>
        <CopyText text={text} />
      </div>
    </>
  );
}

/** References of the shown text. */
export function References({ shown: { references } }: { shown: ShownGiven }): JSX.Element {
  const { strings, send } = useBriefPane();
  const each = [...new Set(references)];
  return (
    <Panel title={strings.references} aside={<Count of={each} />}>
      <ul class="statements">
        {each.map((reference) => (
          <li key={reference}>
            <button
              type="button"
              class="link-button reference"
              onClick={() => send({ type: 'openLink', href: reference })}
            >
              {reference.replace('history://', '')}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
