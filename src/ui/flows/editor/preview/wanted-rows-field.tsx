import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'

import { TextInput } from '../../../kit/text-input/text-input.tsx'
import styles from './step-preview.module.css'

interface WantedRowsFieldProps {
  readonly text: string
  /** Why the condition does not work. */
  readonly error: string | undefined
  onChange(text: string): void
}

/** A condition, or keys, that choose the rows of a preview; used when the person presses Enter or leaves the field. */
export function WantedRowsField({ text, error, onChange }: WantedRowsFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [written, setWritten] = useState(text)
  const apply = () => {
    if (written !== text) onChange(written)
  }
  return (
    <form
      className={styles['wanted']}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id}>
        <Trans>Only rows where</Trans>
      </label>
      <TextInput
        id={id}
        className={styles['condition']}
        value={written}
        placeholder={t`id = 42, or just 42`}
        spellCheck={false}
        autoCapitalize="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => setWritten(target.value)}
        onBlur={apply}
      />
      {error !== undefined && (
        <p className={styles['wrong']} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
