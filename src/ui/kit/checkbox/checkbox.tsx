import { Check, Minus } from 'lucide'
import { type ReactNode, useId } from 'react'

import { Icon } from '../icon/icon.tsx'
import styles from './checkbox.module.css'

interface CheckboxProps {
  readonly label: ReactNode
  /** For a box whose visible label is elsewhere: this one is only for screen readers. */
  readonly hideLabel?: boolean
  readonly checked: boolean | 'indeterminate'
  readonly disabled?: boolean
  /** @param isRange it was clicked with Shift */
  onChange(checked: boolean, isRange: boolean): void
}

export function Checkbox({ label, hideLabel = false, checked, disabled = false, onChange }: CheckboxProps) {
  const id = useId()
  const isMixed = checked === 'indeterminate'
  return (
    <span className={styles['wrapper']}>
      <span className={styles['box']}>
        <input
          // Half-checked is not an attribute: only a script can set it.
          ref={(input) => {
            if (input) input.indeterminate = isMixed
          }}
          id={id}
          type="checkbox"
          className={styles['input']}
          checked={checked === true}
          disabled={disabled}
          onChange={({ target, nativeEvent }) => onChange(target.checked, hasShift(nativeEvent))}
        />
        {checked !== false && (
          <Icon of={isMixed ? Minus : Check} size={12} strokeWidth={3} className={styles['mark']} />
        )}
      </span>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
    </span>
  )
}

/** The change of a checkbox comes from a click. */
const hasShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
