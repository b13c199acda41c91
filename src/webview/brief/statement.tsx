import type { ComponentChildren, JSX } from 'preact';
import type { PaneSection, PaneStatement, StatementChoice } from '../../protocol/briefPane.ts';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { IconButton } from '../base/buttons.tsx';
import { When } from '../base/facts.tsx';
import { useUniqueId } from '../base/uniqueId.ts';
import { useBriefPane } from './briefServices.ts';

/** Decisions offered as buttons. */
export type StatementAction = 'pin' | 'unpin' | 'neverAgain' | 'includeAgain';

const decisions: Readonly<
  Record<
    StatementAction,
    { readonly choice: StatementChoice; readonly icon: string; readonly said: keyof BriefPaneStrings }
  >
> = {
  pin: { choice: 'pinned', icon: 'pin', said: 'saidPinned' },
  unpin: { choice: 'none', icon: 'pinned', said: 'saidUnpinned' },
  neverAgain: { choice: 'never', icon: 'circle-slash', said: 'saidNever' },
  includeAgain: { choice: 'none', icon: 'add', said: 'saidAgain' },
};

const sections: Readonly<Record<PaneSection, keyof BriefPaneStrings>> = {
  requests: 'sectionRequests',
  plan: 'sectionPlan',
  decisions: 'sectionDecisions',
  constraints: 'sectionConstraints',
  issues: 'sectionIssues',
  commands: 'sectionCommands',
  files: 'sectionFiles',
  memories: 'sectionMemories',
};

interface StatementProps {
  readonly statement: Omit<PaneStatement, 'pinned'>;
  /** Decisions that are available. */
  readonly offered: readonly StatementAction[];
  /** Further content. */
  readonly children?: ComponentChildren;
}

/** A statement with its kind, date and buttons. */
export function Statement({ statement, offered, children }: StatementProps): JSX.Element {
  const { strings, send, announce } = useBriefPane();
  const textId = useUniqueId();
  const { key, section, text, time, reference } = statement;
  const decide = (decision: StatementAction): void => {
    const { choice, said } = decisions[decision];
    send({ type: 'choose', key, choice });
    announce(strings[said]);
  };
  return (
    <li class="statement">
      <div class="statement-head">
        <span class="badge">{strings[sections[section]]}</span>
        <When ts={time} text="{0}" hint="{0}" />
        <div class="statement-actions">
          {offered.map((decision, place) => (
            <IconButton
              key={place} // the button that reverts a decision replaces it and keeps the focus
              icon={decisions[decision].icon}
              label={strings[decision]}
              describedBy={textId}
              onPress={() => decide(decision)}
            />
          ))}
          <IconButton
            icon="go-to-file"
            label={strings.open}
            describedBy={textId}
            onPress={() => send({ type: 'openLink', href: reference })}
          />
        </div>
      </div>
      <div id={textId} class="statement-text">
        {text}
      </div>
      {children}
    </li>
  );
}
