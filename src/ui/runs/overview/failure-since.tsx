import { Trans } from '@lingui/react/macro'
import { useId } from 'react'

import type { Run } from '../../../core/runs/run.ts'
import { ChangesSinceGoodRun } from '../compare/changes-since-good-run.tsx'
import styles from './failure-since.module.css'

/** Beside a failure: what may have caused it. */
export function FailureSince({ run }: { run: Run }) {
  const headingId = useId()
  return (
    <section className={styles['since']} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>What changed since the last good run</Trans>
      </h2>
      <ChangesSinceGoodRun run={run} />
    </section>
  )
}
