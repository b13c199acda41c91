import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { previewChars } from '../../protocol/contextPane.ts';
import { useContextPane } from './contextServices.ts';

interface PreviewLimitProps {
  readonly maxChars: number;
  /** Sizes offered, ascending. */
  readonly usual: readonly number[];
  readonly onChoose: (maxChars: number) => void;
}

const other = 'other';

/** Chooses the maximum characters of the text: one of the usual sizes, or any other. */
export function PreviewLimit({ maxChars, usual, onChoose }: PreviewLimitProps): JSX.Element {
  const { strings, format } = useContextPane();
  const [typing, setTyping] = useState(false);
  const free = typing || !usual.includes(maxChars);
  const onChange = (value: string) => {
    setTyping(value === other);
    if (value !== other) onChoose(Number(value));
  };
  return (
    <div class="limit">
      <label>
        <span class="limit-title">{strings.maxChars}</span>
        <select
          class="select"
          aria-label={strings.maxCharsLabel}
          value={free ? other : String(maxChars)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {usual.map((each) => (
            <option key={each} value={String(each)}>
              {format.count(each)}
            </option>
          ))}
          <option value={other}>{strings.custom}</option>
        </select>
      </label>
      {free && <FreeNumber value={maxChars} takeFocus={typing} onChoose={onChoose} />}
    </div>
  );
}

interface FreeNumberProps {
  readonly value: number;
  readonly takeFocus: boolean;
  readonly onChoose: (value: number) => void;
}

/** A number field that limits its value on blur or Enter. */
function FreeNumber({ value, takeFocus, onChoose }: FreeNumberProps): JSX.Element {
  const { strings } = useContextPane();
  const field = useRef<HTMLInputElement>(null);
  const { least, most } = previewChars;
  useLayoutEffect(() => {
    // Immediately, since a later frame would overwrite newer input.
    if (field.current !== null) field.current.value = String(value);
  }, [value]);
  useLayoutEffect(() => {
    if (!takeFocus) return;
    field.current?.focus();
    field.current?.select();
  }, [takeFocus]);
  const apply = (typed: number) => {
    const within = Number.isNaN(typed) ? value : Math.round(Math.min(most, Math.max(least, typed)));
    if (field.current !== null) field.current.value = String(within);
    if (within !== value) onChoose(within);
  };
  return (
    <input
      ref={field}
      class="number"
      type="number"
      inputMode="numeric"
      aria-label={strings.customLabel}
      defaultValue={String(value)}
      {...{ min: least, max: most, step: 1 }}
      onChange={(event) => apply(event.currentTarget.valueAsNumber)}
    />
  );
}
