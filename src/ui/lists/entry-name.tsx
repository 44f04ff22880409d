import { Link } from '@tanstack/react-router'
import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'

import { SandboxBadge } from '../catalog/sandbox-badge.tsx'
import { TypeMark } from '../catalog/type-mark.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './entry-name.module.css'
import { OPENS_ROW } from './use-list-keys.ts'

interface EntryNameProps {
  readonly name: string
  readonly type: string
  readonly typeLabel: string
  /** A stand-in plays the system. */
  readonly isStandIn?: boolean | undefined
  /** In place of the picture of the type, for what belongs to no system. */
  readonly icon?: IconNode | undefined
  /** The page of it; in place of `onOpen`. */
  readonly page?: { readonly to: '/sources/$id' | '/destinations/$id'; readonly id: string }
  /** In one line. */
  readonly isCompact?: boolean
  /** Absent: it cannot be opened. */
  onOpen?(): void
  /** Badges beside its type. */
  readonly children?: ReactNode
}

/** The subject of a row: its name, which opens it, and its system. */
export function EntryName({
  name,
  type,
  typeLabel,
  isStandIn,
  icon,
  page,
  isCompact = false,
  onOpen,
  children,
}: EntryNameProps) {
  return (
    <div className={classNames(styles['identity'], isCompact && styles['compact'])}>
      {icon ? (
        <span className={styles['icon']}>
          <Icon of={icon} size={16} />
        </span>
      ) : (
        <TypeMark type={type} {...(isCompact && { size: 'sm' as const })} />
      )}
      <div className={styles['words']}>
        {page ? (
          <Link to={page.to} params={{ id: page.id }} className={styles['name']} {...OPENS_ROW}>
            {name}
          </Link>
        ) : onOpen ? (
          <button type="button" className={styles['name']} onClick={onOpen} {...OPENS_ROW}>
            {name}
          </button>
        ) : (
          <span className={styles['still']} title={name}>
            {name}
          </span>
        )}
        <span className={styles['type']}>
          {typeLabel}
          <SandboxBadge type={type} isStandIn={isStandIn} />
          {children}
        </span>
      </div>
    </div>
  )
}
