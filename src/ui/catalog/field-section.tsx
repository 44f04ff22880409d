import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'

import type { FieldGroup } from '../../core/catalog/connections/field.ts'
import styles from './field-section.module.css'

interface FieldSectionProps {
  readonly group: FieldGroup
  /** A field in it is filled in, required or wrong; then it opens, and the user may close it again. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/** Fields that most connections do not need, in a collapsed section. */
export function FieldSection({ group, isNeeded, children }: FieldSectionProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(isNeeded)
  // Filled-in fields stay mounted, because the form does not check unmounted ones.
  const [wasOpened, setWasOpened] = useState(isNeeded)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  const titles: Readonly<Record<FieldGroup, string>> = {
    encryption: t`Encryption`,
    tunnel: t`SSH tunnel`,
    limits: t`Limits`,
  }
  return (
    <details open={isOpen} className={styles['section']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['title']}>{titles[group]}</summary>
      {wasOpened && <div className={styles['content']}>{children}</div>}
    </details>
  )
}
