import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { TypeMark } from './type-mark.tsx'
import styles from './type-picker.module.css'

interface TypePickerProps {
  readonly types: readonly { readonly type: string; readonly label: string; readonly hint?: ReactNode }[]
  isAvailable(type: string): boolean
  onPick(type: string): void
}

/** Cards of systems. Those that are not there yet come last and say so. */
export function TypePicker({ types, isAvailable, onPick }: TypePickerProps) {
  const ordered = [...types].sort((left, right) => Number(isAvailable(right.type)) - Number(isAvailable(left.type)))
  return (
    <ul className={styles['cards']}>
      {ordered.map(({ type, label, hint }) => {
        const isOff = !isAvailable(type)
        return (
          <li key={type}>
            <button type="button" className={styles['card']} disabled={isOff} onClick={() => onPick(type)}>
              <TypeMark type={type} size="lg" />
              <span className={styles['words']}>
                <span className={styles['label']}>{label}</span>
                <span className={styles['hint']}>
                  {isOff ? <Trans>Not available in this version yet</Trans> : hint}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
