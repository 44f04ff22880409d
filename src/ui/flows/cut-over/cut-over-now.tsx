import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { mirrorLag } from '../../../core/mirrors/mirror-lag.ts'
import { provenAsOf } from '../../../core/mirrors/table-proof.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import styles from './cut-over.module.css'

/** How far the mirror is, and which of its tables would be left behind. */
export function CutOverNow({ mirror }: { readonly mirror: Mirror }) {
  const { t } = useLingui()
  const { duration, dateTime } = useFormats()
  const now = Math.max(useNow(), Date.now())
  const lag = mirrorLag(mirror, now)
  const asOf = provenAsOf(mirror.tables)
  const behind = mirror.tables.filter(({ state }) => state !== 'following')
  const count = mirror.tables.length
  return (
    <>
      <p className={styles['words']}>
        {[
          t`${plural(count, { one: '# table', other: '# tables' })}`,
          lag !== undefined && t`${duration(lag)} behind`,
          asOf !== undefined && t`proven equal as of ${dateTime(asOf)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {behind.length > 0 && (
        <Callout tone="warning">
          {t`${plural(behind.length, { one: '# table does not follow', other: '# tables do not follow' })}: ${behind.map(({ entity }) => entity).join(', ')}`}
        </Callout>
      )}
    </>
  )
}
