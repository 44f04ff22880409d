import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { useFieldControl } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import inputStyles from '../text-input/text-input.module.css'
import styles from './select.module.css'

interface Option {
  readonly value: string
  readonly label: string
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly Option[]
  /** Shown while nothing is selected. */
  readonly placeholder?: string | undefined
}

/** The platform's own list, which works with every keyboard, screen reader and phone. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={styles['wrapper']}>
      <select
        {...useFieldControl()}
        {...rest}
        className={classNames(inputStyles['input'], styles['select'], className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={15} className={styles['arrow']} />
    </div>
  )
}
