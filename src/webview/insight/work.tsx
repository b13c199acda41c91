import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneState, PaneCount, PaneSessionFact } from '../../protocol/insightPane.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useInsightPane } from './insightServices.ts';

/** What agents worked on, and what went wrong. */
export function Work({ state }: { state: InsightPaneState }): JSX.Element {
  const { strings, format, send } = useInsightPane();
  const { files, commands, interrupted, compacted, rewound, longest, plans, health, todos } = state;
  const counts: readonly (readonly [string, number])[] = [
    [strings.interrupted, interrupted],
    [strings.compacted, compacted],
    [strings.rewound, rewound],
  ];
  return (
    <section class="part">
      <h2>{strings.work}</h2>
      <dl class="totals">
        {counts.map(([name, count]) => (
          <div key={name} class="total">
            <dt>{name}</dt>
            <dd>{format.count(count)}</dd>
          </div>
        ))}
      </dl>
      <div class="lists">
        <List title={strings.files} empty={files.length === 0}>
          {files.slice(0, most).map((file) => (
            <li key={file.name}>
              <button
                type="button"
                class="link-button"
                onClick={() => send({ type: 'openFile', path: file.name })}
              >
                {file.name}
              </button>
              <Sessions count={file} text={format.count(file.count)} />
            </li>
          ))}
        </List>
        <List title={strings.commands} empty={commands.length === 0}>
          {commands.slice(0, most).map((command) => (
            <li key={command.name}>
              <code>{command.name}</code>
              <Sessions
                count={command}
                text={fill(strings.failed, format.count(command.count), format.count(command.runs ?? 0))}
              />
            </li>
          ))}
        </List>
        <Facts title={strings.health} facts={health} />
        <Facts title={strings.longest} facts={longest} />
        <Facts title={strings.plans} facts={plans} />
        <List title={strings.todos} empty={todos.length === 0}>
          {todos.slice(0, most).map(({ dialog, text }, at) => (
            <li key={at}>
              {text}{' '}
              <button type="button" class="link-button" onClick={() => send({ type: 'openDialog', dialog })}>
                {dialog}
              </button>
            </li>
          ))}
        </List>
      </div>
    </section>
  );
}

const most = 12;

/** A number that links to the sessions behind it. */
function Sessions({ count, text }: { count: PaneCount; text: string }): JSX.Element {
  const { send } = useInsightPane();
  const { sessions } = count;
  if (sessions.length === 0) return <span class="about">{text}</span>;
  return (
    <button type="button" class="link-button" onClick={() => send({ type: 'openSessions', sessions })}>
      {text}
    </button>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly PaneSessionFact[] }): JSX.Element {
  const { send } = useInsightPane();
  return (
    <List title={title} empty={facts.length === 0}>
      {facts.slice(0, most).map(({ session, title: name, text }) => (
        <li key={session}>
          <button type="button" class="link-button" onClick={() => send({ type: 'openSession', session })}>
            {name}
          </button>
          <div class="about">{text}</div>
        </li>
      ))}
    </List>
  );
}

interface ListProps {
  readonly title: string;
  readonly empty: boolean;
  readonly children: JSX.Element[];
}

function List({ title, empty, children }: ListProps): JSX.Element {
  const { strings } = useInsightPane();
  const id = useUniqueId();
  return (
    <section class="figures" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {empty ? <p class="about">{strings.nothing}</p> : <ul data-one-stop>{children}</ul>}
    </section>
  );
}
