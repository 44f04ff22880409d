import { Trans } from '@lingui/react/macro'

import type { SavedVersion } from '../../../core/versions/saved-version.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { Fact } from './facts.tsx'
import styles from './flow-facts.module.css'

/** When a thing was last saved, and by whom, as far as that is known. */
export function LastChange({ saved: { savedAt, savedBy } }: { readonly saved: SavedVersion }) {
  const who = savedBy?.name ?? savedBy?.uid
  const name = who && <BreakableText text={who} />
  return (
    <Fact name={<Trans>Changed</Trans>}>
      <RelativeTime at={savedAt} />{' '}
      {name && (
        <span className={styles['who']}>
          <Trans>by {name}</Trans>
        </span>
      )}
    </Fact>
  )
}
