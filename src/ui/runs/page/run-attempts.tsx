import { Trans } from '@lingui/react/macro'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import { verdictOf } from '../../../core/catalog/runs/verdict/run-verdict.ts'
import type { Run } from '../../../core/runs/run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useServerText } from '../../i18n/use-server-text.ts'
import { RunState } from '../state/run-state.tsx'
import { FixLink } from '../trouble/fix-link.tsx'
import styles from './run-sections.module.css'

/** The attempts, the last one first: the result of each, and the reason. */
export function RunAttempts({ run }: { run: Run }) {
  const serverText = useServerText()
  const { attempt: last = 1, attempts = [], error, status, finishedAt } = run
  const isPausing = run.retryAt !== undefined && !isFinal(status)
  const earlier = attempts.filter((one) => one.attempt !== last || isPausing).toReversed()
  return (
    <ol className={styles['attempts']} reversed>
      {!isPausing && (
        <li className={styles['attempt']}>
          <span className={styles['line']}>
            <Attempt attempt={last} />
            <RunState verdict={verdictOfRun(run)} />
            <span className={styles['when']}>{finishedAt && <RelativeTime at={finishedAt} />}</span>
          </span>
          {error && isFinal(status) && <span className={styles['problem']}>{serverText.message(error)}</span>}
        </li>
      )}
      {earlier.map(({ attempt, endedAt, error: failure }) => (
        <li key={attempt} className={styles['attempt']}>
          <span className={styles['line']}>
            <Attempt attempt={attempt} />
            <RunState verdict={verdictOf({ status: 'failed' })} />
            <span className={styles['when']}>
              <RelativeTime at={endedAt} />
            </span>
          </span>
          <span className={styles['problem']}>{serverText.message(failure)}</span>
          <span>
            <FixLink error={failure} run={run} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const Attempt = ({ attempt }: { readonly attempt: number }) => <Trans>Attempt {attempt}</Trans>
