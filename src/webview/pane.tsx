import type { JSX } from 'preact';
import type { DialogPaneAction, DialogPaneMemory, DialogPaneState } from '../protocol/dialogPane.ts';
import { Header } from './header/header.tsx';
import { MessageList } from './messages/messageList.tsx';
import { PaneContext } from './paneContext.ts';
import { PaneFrame, usePaneServices } from './paneFrame.tsx';
import type { PaneModel } from './paneModel.ts';
import { SummaryPanel } from './summary/summaryPanel.tsx';
import type { Host } from './vscodeApi.ts';

interface PaneProps {
  readonly model: PaneModel;
  readonly state: DialogPaneState;
  readonly host: Host<DialogPaneAction, DialogPaneMemory>;
}

/** The whole pane: header, summary and messages of one dialog. */
export function Pane({ model, state, host }: PaneProps): JSX.Element {
  const { services, announcement } = usePaneServices(state, host);
  return (
    <PaneContext.Provider value={services}>
      <PaneFrame services={services} announcement={announcement}>
        <Header header={state.header} />
        <div class="columns">
          <SummaryPanel
            key={`${state.resource.folder}\n${state.resource.dialog}`}
            summary={state.summary}
            editable={state.header.editable}
          />
          <MessageList key={model.cache.epoch} model={model} />
        </div>
      </PaneFrame>
    </PaneContext.Provider>
  );
}
