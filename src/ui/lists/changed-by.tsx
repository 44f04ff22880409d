import { Trans } from '@lingui/react/macro'

import { RelativeTime } from '../i18n/relative-time.tsx'
import styles from './changed-by.module.css'

interface ChangedByProps {
  readonly at: string
  /** Absent where nobody knows any more. */
  readonly by: { readonly uid: string; readonly name?: string } | undefined
}

/** When something was changed last, and by whom, as far as that is known. */
export function ChangedBy({ at, by }: ChangedByProps) {
  const name = by?.name ?? by?.uid
  return (
    <p className={styles['changed']}>
      {name === undefined ? (
        <Trans>
          Changed <RelativeTime at={at} />
        </Trans>
      ) : (
        <Trans>
          Changed <RelativeTime at={at} /> by {name}
        </Trans>
      )}
    </p>
  )
}
