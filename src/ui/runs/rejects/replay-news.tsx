import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { RunState } from '../state/run-state.tsx'
import styles from './rejected-rows.module.css'
import type { useReplay } from './use-rejected-rows.ts'

export type Replay = ReturnType<typeof useReplay>

/** The run that sends rows again, until the next one. */
export function ReplayNews({ replay: { isSuccess, data, run } }: { replay: Replay }) {
  return (
    <span className={styles['news']} role="status">
      {isSuccess && (
        <>
          <Trans>A run that sends them again has started.</Trans>{' '}
          {data?.runId !== undefined && (
            <Link to="/runs/$id" params={{ id: data.runId }}>
              <Trans>Open the run</Trans>
            </Link>
          )}
          {run && <RunState status={run.status} />}
        </>
      )}
    </span>
  )
}
