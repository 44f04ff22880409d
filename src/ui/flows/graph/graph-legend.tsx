import { Trans, useLingui } from '@lingui/react/macro'

import type { GraphLine } from '../../../core/flows/graph/flow-graph.ts'
import { classNames } from '../../kit/class-names.ts'
import styles from './flow-graph.module.css'

/** The meaning of the lines that are there. */
export function GraphLegend({ lines }: { readonly lines: readonly GraphLine[] }) {
  const { t } = useLingui()
  const kinds = new Set(lines.map(({ kind }) => kind))
  if (kinds.size === 0) return null
  return (
    <ul className={styles['legend']} aria-label={t`Lines`}>
      {kinds.has('all_succeeded') && (
        <li>
          <span className={styles['line']} /> <Trans>starts after success</Trans>
        </li>
      )}
      {kinds.has('any_ended') && (
        <li>
          <span className={classNames(styles['line'], styles['dashed'])} /> <Trans>starts after any end</Trans>
        </li>
      )}
      {kinds.has('data') && (
        <li>
          <span className={classNames(styles['line'], styles['data'])} /> <Trans>moves rows</Trans>
        </li>
      )}
    </ul>
  )
}
