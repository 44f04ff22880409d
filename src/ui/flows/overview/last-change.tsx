import { Trans } from '@lingui/react/macro'

import type { SavedVersion } from '../../../core/versions/saved-version.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useSaverName } from '../../i18n/use-saver-name.ts'
import { Fact } from './facts.tsx'
import styles from './flow-facts.module.css'

/** When a thing was last saved, and by whom, as far as that is known. */
export function LastChange({ saved: { savedAt, savedBy } }: { readonly saved: SavedVersion }) {
  const name = useSaverName(savedBy)
  return (
    <Fact name={<Trans>Changed</Trans>}>
      <RelativeTime at={savedAt} />{' '}
      {name && (
        <span className={styles['who']} title={name}>
          <Trans>by {name}</Trans>
        </span>
      )}
    </Fact>
  )
}
