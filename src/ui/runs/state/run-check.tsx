import { useLingui } from '@lingui/react/macro'
import { CircleCheck, Sigma } from 'lucide'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './run-check.module.css'

/** The mark of a run whose rows were checked at the destination. */
export function RunCheck({ run }: { run: Run }) {
  const { t } = useLingui()
  const check = run.status === 'succeeded' && !isDry(run.kind) ? totalsOf(run).check : undefined
  if (check !== 'verified' && check !== 'counted') return null
  const isVerified = check === 'verified'
  const label = isVerified ? t`Verified: counted and compared` : t`Counted in the destination`
  return (
    <span className={styles[check]} role="img" aria-label={label} data-tooltip={label}>
      <Icon of={isVerified ? CircleCheck : Sigma} size={13} />
    </span>
  )
}
