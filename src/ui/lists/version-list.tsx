import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { SavedVersion } from '../../core/versions/saved-version.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { useSaverName } from '../i18n/use-saver-name.ts'
import { BreakableText } from '../kit/breakable-text/breakable-text.tsx'
import { Changes } from './changes.tsx'
import styles from './version-list.module.css'

/** Saved states, the newest first. */
export const VersionList = ({ children }: { children: ReactNode }) => <ol className={styles['versions']}>{children}</ol>

interface VersionRowProps {
  readonly saved: SavedVersion
  readonly title?: ReactNode
  readonly isCurrent: boolean
  /** A button beside it. */
  readonly action: ReactNode
  /** More about it, below. */
  readonly children?: ReactNode
}

/** Who saved a state, when, and what changed. */
export function VersionRow({ saved, title, isCurrent, action, children }: VersionRowProps) {
  const { savedAt, savedBy, changes = [] } = saved
  const saver = useSaverName(savedBy)
  const name = saver && <BreakableText text={saver} />
  return (
    <li className={styles['version']}>
      <div className={styles['words']}>
        <span className={styles['head']}>
          {title !== undefined && <strong>{title}</strong>}
          {isCurrent && (
            <span className={styles['current']}>
              <Trans>current</Trans>
            </span>
          )}
          <span className={styles['soft']}>
            <RelativeTime at={savedAt} />
            {name && (
              <>
                {' · '}
                <Trans>by {name}</Trans>
              </>
            )}
          </span>
        </span>
        {saved.note !== undefined && (
          <p className={styles['note']}>
            <BreakableText text={saved.note} />
          </p>
        )}
        {changes.length > 0 && <Changes changes={changes} isBrief />}
        {saved.version === 1 && (
          <span className={styles['soft']}>
            <Trans>Created</Trans>
          </span>
        )}
      </div>
      {action}
      {children}
    </li>
  )
}
