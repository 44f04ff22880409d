import { Trans } from '@lingui/react/macro'
import { useId } from 'react'

import type { Run } from '../../../core/runs/run.ts'
import { ChangesSinceGoodRun } from '../compare/changes-since-good-run.tsx'
import { useLastGoodRun } from '../compare/use-earlier-run.ts'
import styles from './failure-since.module.css'

/** Beside a failure: what may have caused it; nothing if no run succeeded before. */
export function FailureSince({ run }: { run: Run }) {
  const headingId = useId()
  const good = useLastGoodRun(run)
  if (good.isSuccess && !good.data) return null
  return (
    <section className={styles['since']} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>What changed since the last good run</Trans>
      </h2>
      <ChangesSinceGoodRun run={run} />
    </section>
  )
}
