import { Item, Root } from 'radix-ui/toggle-group'
import type { ReactNode } from 'react'

import styles from './segmented-control.module.css'

interface SegmentedControlProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[]
  onChange(value: T): void
}

export function SegmentedControl<T extends string>({ label, value, options, onChange }: SegmentedControlProps<T>) {
  return (
    <Root
      type="single"
      className={styles['group']}
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== '' && onChange(next as T)}
    >
      {options.map((option) => (
        <Item key={option.value} value={option.value} className={styles['item']}>
          {option.label}
        </Item>
      ))}
    </Root>
  )
}
