import type { JSX } from 'preact';
import type { Json, JsonRecord } from '../../protocol/json.ts';
import { Panel } from '../base/panel.tsx';
import { useMemoryPane } from './memoryServices.ts';

/** Everything else that was stored with a memory, field by field. */
export function MetadataPanel({ metadata }: { metadata: JsonRecord }): JSX.Element {
  const { strings } = useMemoryPane();
  const fields = Object.entries(metadata);
  return (
    <Panel title={strings.metadata}>
      {fields.length === 0 ? (
        <p class="summary-empty">{strings.noMetadata}</p>
      ) : (
        <dl class="metadata">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** Plain values as they are, others as JSON. */
function shown(value: Json): JSX.Element | string {
  if (typeof value === 'string') return value;
  return <code>{JSON.stringify(value, undefined, 2)}</code>;
}
