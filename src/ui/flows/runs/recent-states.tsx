import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { RunStatus } from '../../../core/catalog/runs/run-states.ts'
import { classNames } from '../../kit/class-names.ts'
import styles from './recent-states.module.css'

/** The results of the last runs, the newest on the right. */
export function RecentStates({ states }: { states: readonly RunStatus[] }) {
  const { t } = useLingui()
  if (states.length === 0) return <span aria-hidden>–</span>
  const failed = states.filter((status) => status === 'failed').length
  const partly = states.filter((status) => status === 'partially_succeeded').length
  const words =
    partly > 0
      ? t`${plural(states.length, { one: 'Last run', other: 'Last # runs' })}, ${partly} partly succeeded, ${failed} failed`
      : t`${plural(states.length, { one: 'Last run', other: 'Last # runs' })}, ${failed} failed`
  return (
    <span className={styles['states']} data-tooltip={words}>
      <span className="visually-hidden">{words}</span>
      {states.map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its position
        <span key={index} className={classNames(styles['bar'], styles[status])} aria-hidden />
      ))}
    </span>
  )
}
