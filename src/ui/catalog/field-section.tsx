import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

import type { FieldGroup } from '../../core/catalog/field.ts'
import styles from './field-section.module.css'

interface FieldSectionProps {
  readonly group: FieldGroup
  /** Something in it is filled in, wanted or wrong; it opens then, and the person may close it again. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/** Fields that most connections do without, folded away. */
export function FieldSection({ group, isNeeded, children }: FieldSectionProps) {
  const { t } = useLingui()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isNeeded && details.current) details.current.open = true
  }, [isNeeded])
  const titles: Readonly<Record<FieldGroup, string>> = { encryption: t`Encryption`, tunnel: t`SSH tunnel` }
  return (
    <details ref={details} className={styles['section']}>
      <summary className={styles['title']}>{titles[group]}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  )
}
