import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { useFieldControl } from '../field/field.tsx'
import styles from './text-input.module.css'

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl()} {...rest} className={classNames(styles['input'], className)} />
}
