import type { ReactNode } from 'react'

import { SandboxBadge } from './sandbox-badge.tsx'
import { TypeMark } from './type-mark.tsx'
import styles from './type-picker.module.css'

interface TypePickerProps {
  readonly types: readonly { readonly type: string; readonly label: string; readonly hint?: ReactNode }[]
  /** The reason why the user may not select a type. */
  disabledReasonOf?(type: string): string | undefined
  onPick(type: string): void
  /** Another way to add the type, beside its card. */
  besideOf?(type: string): ReactNode
}

/** Cards of systems. Disabled ones come last with their reason. */
export function TypePicker({ types, disabledReasonOf, onPick, besideOf }: TypePickerProps) {
  const isOn = (type: string) => disabledReasonOf?.(type) === undefined
  const ordered = [...types].sort((left, right) => Number(isOn(right.type)) - Number(isOn(left.type)))
  return (
    <ul className={styles['cards']}>
      {ordered.map(({ type, label, hint }) => {
        return (
          <li key={type}>
            <button type="button" className={styles['card']} disabled={!isOn(type)} onClick={() => onPick(type)}>
              <TypeMark type={type} size="lg" />
              <span className={styles['words']}>
                <span className={styles['label']}>
                  {label} <SandboxBadge type={type} />
                </span>
                <span className={styles['hint']}>{disabledReasonOf?.(type) ?? hint}</span>
              </span>
            </button>
            {besideOf?.(type)}
          </li>
        )
      })}
    </ul>
  )
}
