import { Trans } from '@lingui/react/macro'

import type { ServerChange } from '../../../core/runs/compare/changes-since-good.ts'
import styles from './run-comparison.module.css'

/** Versions of Millrace and of the servers at both ends that are other ones now. */
export const ServerChanges = ({ servers }: { servers: readonly ServerChange[] }) => (
  <ul className={styles['changes']}>
    {servers.map(({ of, before, after }) => (
      <li key={of}>
        <strong>
          {of === 'millrace' ? 'Millrace' : of === 'source' ? <Trans>Source</Trans> : <Trans>Destination</Trans>}
        </strong>
        : <del>{before}</del> → <ins>{after}</ins>
      </li>
    ))}
  </ul>
)
