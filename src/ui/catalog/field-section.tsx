import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'

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
  const [isOpen, setOpen] = useState(isNeeded)
  // Once filled in, fields stay: the form does not check those that are gone.
  const [wasOpened, setWasOpened] = useState(isNeeded)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  const titles: Readonly<Record<FieldGroup, string>> = { encryption: t`Encryption`, tunnel: t`SSH tunnel` }
  return (
    <details open={isOpen} className={styles['section']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['title']}>{titles[group]}</summary>
      {wasOpened && <div className={styles['content']}>{children}</div>}
    </details>
  )
}
