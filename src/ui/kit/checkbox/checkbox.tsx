import { Check, Minus } from 'lucide-react'
import { type CheckedState, Indicator, Root } from 'radix-ui/checkbox'
import type { ReactNode } from 'react'
import { useId } from 'react'

import styles from './checkbox.module.css'

interface CheckboxProps {
  readonly label: ReactNode
  /** For a box whose label is seen elsewhere: it is read, not shown. */
  readonly hideLabel?: boolean
  readonly checked: CheckedState
  readonly disabled?: boolean
  onChange(checked: boolean): void
}

export function Checkbox({ label, hideLabel = false, checked, disabled = false, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <span className={styles['wrapper']}>
      <Root
        id={id}
        className={styles['box']}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      >
        <Indicator className={styles['indicator']}>
          {checked === 'indeterminate' ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Indicator>
      </Root>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
    </span>
  )
}
