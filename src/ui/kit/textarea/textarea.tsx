import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { useFieldControl } from '../field/field.tsx'
import styles from '../text-input/text-input.module.css'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useFieldControl()} {...rest} className={classNames(styles['input'], className)} />
}
