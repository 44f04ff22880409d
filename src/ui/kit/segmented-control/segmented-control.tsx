import { type ReactNode, useId } from 'react'

import styles from './segmented-control.module.css'

interface SegmentedControlProps<T extends string> {
  readonly label: string
  readonly value: T
  /** The reason for disabling is shown elsewhere. */
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly isDisabled?: boolean }[]
  onChange(value: T): void
}

/** One of a few visible options: radio buttons in the form of one control. */
export function SegmentedControl<T extends string>({ label, value, options, onChange }: SegmentedControlProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles['group']} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles['item']}>
          <input
            type="radio"
            className={styles['input']}
            name={name}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
