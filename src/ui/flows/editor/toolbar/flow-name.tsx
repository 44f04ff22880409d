import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import styles from './flow-name.module.css'

const INPUT_ID = 'flow-name'

/** Selected, so that typing replaces it. */
export function focusFlowName(): void {
  const input = document.getElementById(INPUT_ID)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}

interface FlowNameProps {
  readonly name: string
  readonly isReadOnly: boolean
  onRename(name: string): void
}

/** The title of the page, editable in place; an empty name is not accepted. */
export function FlowName({ name, isReadOnly, onRename }: FlowNameProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  return (
    <h1 className={styles['title']}>
      <input
        id={INPUT_ID}
        className={styles['input']}
        aria-label={t`Name of the flow`}
        maxLength={200}
        value={typed}
        readOnly={isReadOnly}
        onChange={(event) => {
          setTyped(event.target.value)
          const next = event.target.value.trim()
          if (next !== '') onRename(next)
        }}
        onBlur={() => typed.trim() === '' && setTyped(name)}
      />
    </h1>
  )
}
