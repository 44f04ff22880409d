import { Suspense } from 'react'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { RunLog } from '../log/run-log.tsx'
import { RunOverview } from '../overview/run-overview.tsx'
import { RunHead } from './run-head.tsx'
import { RunSections } from './run-sections.tsx'
import styles from './run-view.module.css'
import { useRunUrl } from './use-run-url.ts'

const CancelRunDialog = lazyNamed(() => import('../actions/cancel-run-dialog.tsx'), 'CancelRunDialog')

/** Everything about one run. On a wide screen its log is beside the other parts, on a narrow one below them. */
export function RunView({ run }: { run: Run }) {
  const { dialog, closeDialog } = useRunUrl()
  return (
    <>
      <RunHead run={run} />
      <div className={styles['halves']}>
        <div className={styles['half']}>
          <RunOverview run={run} />
          <RunSections run={run} />
        </div>
        <div className={styles['half']}>
          <RunLog runId={run.id} isGoing={!isFinal(run.status)} streams={run.streams} />
        </div>
      </div>
      <Suspense>{dialog === 'cancel' && <CancelRunDialog run={run} onClose={closeDialog} />}</Suspense>
    </>
  )
}
