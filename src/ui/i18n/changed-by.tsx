import { Trans } from '@lingui/react/macro'

import styles from './changed-by.module.css'
import { RelativeTime } from './relative-time.tsx'
import { useSaverName } from './use-saver-name.ts'

interface ChangedByProps {
  readonly at: string
  /** Absent where nobody knows any more. */
  readonly by: { readonly uid: string; readonly name?: string } | undefined
}

/** When something was changed last, and by whom, as far as that is known. */
export function ChangedBy({ at, by }: ChangedByProps) {
  const name = useSaverName(by)
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
