import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, useState } from 'react'

import { Button } from '../../kit/button/button.tsx'
import { classNames } from '../../kit/class-names.ts'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import styles from './reject-table.module.css'

interface EditableCellProps {
  /** For screen readers: column and row. */
  readonly label: string
  readonly value: string | null
  /** The value before somebody changed it. */
  readonly original: string | null | undefined
  readonly isLocked: boolean
  /** @param seen the value when the person began to change it */
  onChange(value: string | null, seen: string | null): void
}

/** A value that can be changed in place: Enter saves, Escape leaves it. */
export function EditableCell({ label, value, original, isLocked, onChange }: EditableCellProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<{ readonly text: string; readonly seen: string | null }>()
  const [hasFocus, setFocus] = useState(false)
  const shown = value === null ? 'NULL' : value === '' ? '“”' : value
  const save = (next: string | null) => {
    setDraft(undefined)
    if (draft && next !== draft.seen) onChange(next, draft.seen)
  }
  /** The field and its button are left together. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.closest('form')?.contains(relatedTarget)) return
    setFocus(false)
    if (draft) save(draft.text === '' && draft.seen === null ? null : draft.text)
  }
  if (draft === undefined) {
    const before = original === null ? 'NULL' : original
    return (
      <td className={classNames(original !== undefined && styles['changed'])}>
        <button
          type="button"
          className={styles['cell']}
          aria-label={t`${label}: ${shown}`}
          // biome-ignore lint/a11y/noAutofocus: whoever leaves the field by the keyboard goes on from here.
          autoFocus={hasFocus}
          title={before === undefined ? shown : t`Before: ${before}`}
          disabled={isLocked}
          onClick={() => setDraft({ text: value ?? '', seen: value })}
        >
          {value === null || value === '' ? <em>{shown}</em> : shown}
        </button>
      </td>
    )
  }
  return (
    <td className={styles['editing']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setFocus(true)
          save(draft.text)
        }}
      >
        <TextInput
          aria-label={label}
          autoFocus
          value={draft.text}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          onKeyDown={({ key }) => {
            if (key !== 'Escape') return
            setFocus(true)
            setDraft(undefined)
          }}
          onBlur={leave}
        />
        <Button size="sm" variant="ghost" onBlur={leave} onClick={() => save(null)}>
          <Trans>Empty (NULL)</Trans>
        </Button>
      </form>
    </td>
  )
}
