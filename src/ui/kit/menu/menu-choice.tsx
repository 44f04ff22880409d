import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './menu.module.css'
import { useParts } from './menu.tsx'

interface MenuChoiceProps<T extends string> {
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  onChange(value: T): void
}

/** One of several, with a mark on the selected one. */
export function MenuChoice<T extends string>({ value, options, onChange }: MenuChoiceProps<T>) {
  const { RadioGroup, RadioItem } = useParts()
  return (
    <RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={classNames(styles['item'], styles['choice'])}>
          <span className={styles['text']}>{option.label}</span>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
