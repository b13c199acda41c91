import type { JSX } from 'preact';
import type { BriefPaneState, PanePin } from '../../protocol/briefPane.ts';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { fill } from '../../protocol/format.ts';
import { Panel } from '../base/panel.tsx';
import { useBriefPane } from './briefServices.ts';
import { Statement } from './statement.tsx';
import { Count } from './statementPanels.tsx';

/** Pinned and excluded statements, each with a button to revert the decision. */
export function ChoicePanels({ state }: { state: BriefPaneState }): JSX.Element {
  const { strings } = useBriefPane();
  const { pins, never, editable } = state;
  return (
    <>
      <Panel title={strings.pins} aside={pins.length > 0 && <Count of={pins} />}>
        {pins.length === 0 && <p class="hint">{strings.noPins}</p>}
        <ul class="statements" data-one-stop>
          {pins.map((pin) => (
            <Statement key={pin.key} statement={pin} offered={editable ? ['unpin'] : []}>
              <PinStatus pin={pin} strings={strings} />
            </Statement>
          ))}
        </ul>
      </Panel>
      <Panel title={strings.never} aside={never.length > 0 && <Count of={never} />}>
        {never.length === 0 && <p class="hint">{strings.noNever}</p>}
        <ul class="statements" data-one-stop>
          {never.map((one) => (
            <Statement key={one.key} statement={one} offered={editable ? ['includeAgain'] : []} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** Explains why a pinned statement is not in the text. */
function PinStatus({ pin, strings }: { pin: PanePin; strings: BriefPaneStrings }): JSX.Element | null {
  if (pin.state === 'told') return null;
  const text =
    pin.state === 'replaced'
      ? fill(strings.replacedBy, pin.by)
      : pin.state === 'deleted'
        ? strings.deleted
        : strings.noRoom;
  return <div class="pin-status">{text}</div>;
}
