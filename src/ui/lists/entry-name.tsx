import type { ReactNode } from 'react'

import { SandboxBadge } from '../catalog/sandbox-badge.tsx'
import { TypeMark } from '../catalog/type-mark.tsx'
import styles from './entry-name.module.css'

interface EntryNameProps {
  readonly name: string
  readonly type: string
  readonly typeLabel: string
  onOpen(): void
  /** Badges beside its type. */
  readonly children?: ReactNode
}

/** The subject of a row: its name, which opens it, and its system. */
export function EntryName({ name, type, typeLabel, onOpen, children }: EntryNameProps) {
  return (
    <div className={styles['identity']}>
      <TypeMark type={type} />
      <div className={styles['words']}>
        <button type="button" className={styles['name']} onClick={onOpen}>
          {name}
        </button>
        <span className={styles['type']}>
          {typeLabel}
          <SandboxBadge type={type} />
          {children}
        </span>
      </div>
    </div>
  )
}
