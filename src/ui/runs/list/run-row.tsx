import { useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { Ellipsis } from 'lucide'
import { useEffect, useRef } from 'react'
import { RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { isSkipped } from '../../../core/runs/scheduled-run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu } from '../../kit/menu/menu.tsx'
import { Cell, Row } from '../../kit/table/table.tsx'
import { FlowRoute } from '../../lists/flow-route.tsx'
import { OPENS_ROW } from '../../lists/use-list-keys.ts'
import { useLiveRun } from '../../queries/use-runs.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { GoneFlow } from '../state/gone-flow.tsx'
import { RunCheck } from '../state/run-check.tsx'
import { RunKind } from '../state/run-kind.tsx'
import { RunState } from '../state/run-state.tsx'
import { RunTrigger } from '../state/run-trigger.tsx'
import { RunWaiting } from '../state/run-waiting.tsx'
import { useElapsed } from '../state/use-elapsed.ts'
import { RowCounts } from './row-counts.tsx'
import { RunRowItems } from './run-row-items.tsx'
import styles from './run-table.module.css'

interface RunRowProps {
  readonly run: Run
  /** As far as known. */
  readonly flow: Flow | undefined
  /** In one line. */
  readonly isCompact: boolean
  readonly isPhone: boolean
}

/** A run, with the reason of a failure; on a phone its state, its flow, and that reason or its figures. */
export function RunRow({ run: listed, flow, isCompact, isPhone }: RunRowProps) {
  const run = useLiveRun(listed)
  const { filters } = useListUrl()
  const serverText = useServerText()
  const { duration } = useFormats()
  const elapsed = useElapsed(run)
  const { ref, leave } = useFocusOnReturn(run.id)
  const { id, flowId, flowName = flowId, startedAt, queuedAt, error } = run
  const { streams, succeeded } = totalsOf(run)
  const verdict = verdictOfRun(run)
  const at = startedAt ?? queuedAt
  const when = at && <RelativeTime at={at} />
  return (
    <Row data-row={id} className={isCompact && styles['compact']}>
      <Cell>
        <span className={styles['state']}>
          <RunState verdict={verdict} hasDetail={!isCompact || verdict.name !== 'succeeded'} />
          <RunCheck run={run} />
        </span>
        {!isKindTold(run) && (
          <span className={styles['soft']}>
            <RunKind run={run} />
          </span>
        )}
        <span className={styles['phone']}>{when}</span>
      </Cell>
      <Cell>
        <Link
          ref={ref}
          {...OPENS_ROW}
          to="/runs/$id"
          params={{ id }}
          state={{ runFilters: filters }}
          className={styles['name']}
          title={flowName}
          onClick={leave}
        >
          {flowName}
        </Link>
        {run.isFlowDeleted && (
          <span className={styles['soft']}>
            <GoneFlow run={run} />
          </span>
        )}
        {error && (
          <span className={isSkipped(run) ? styles['soft'] : styles['reason']} title={serverText.message(error)}>
            {serverText.message(error)}
          </span>
        )}
        {isPhone && !error && (
          <span className={styles['figures']}>
            <RowCounts run={run} hasUnit />
            {elapsed !== undefined && <span>{duration(elapsed)}</span>}
          </span>
        )}
        {run.waiting && (
          <span className={styles['soft']}>
            <RunWaiting waiting={run.waiting} />
          </span>
        )}
      </Cell>
      <Cell isSecondary room="some" className={styles['route']}>
        {flow && <FlowRoute flow={flow} />}
      </Cell>
      <Cell isSecondary>
        {when}
        <span className={styles['trigger']}>
          <RunTrigger run={run} />
        </span>
      </Cell>
      <Cell isSecondary room="some">
        {elapsed === undefined ? '–' : duration(elapsed)}
      </Cell>
      <Cell isSecondary align="end">
        <RowCounts run={run} />
      </Cell>
      <Cell isSecondary room="plenty">
        {streams === 0 ? '–' : `${succeeded}/${streams}`}
      </Cell>
      <Cell align="end">
        <RunMenu run={run} />
      </Cell>
    </Row>
  )
}

/** An ended dry run would succeed, and compared sides are the same or differ: their state says what they were. */
const isKindTold = ({ kind, draft, status }: Run): boolean =>
  kind === 'move' ||
  (RUN_KINDS[kind].result !== 'written' && isFinal(status) && status !== 'cancelled' && draft === undefined)

/** The run that was opened last, and the history entry from which it was opened. */
let left: { readonly runId: string; readonly index: number } | undefined

/** For the link of a run: after going back from the run to the list, the focus is where it was. The page does not scroll. */
function useFocusOnReturn(runId: string) {
  const { state } = useRouter()
  const index = state.location.state.__TSR_index
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (left?.runId !== runId || left.index !== index) return
    left = undefined
    // After the shell has moved the focus to the new page.
    const timer = setTimeout(() => ref.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [runId, index])
  const leave = () => {
    left = { runId, index }
  }
  return { ref, leave }
}

/** The actions for a run in a list. */
function RunMenu({ run }: { run: Run }) {
  const { t } = useLingui()
  const { flowId, flowName = flowId } = run
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for this run of ${flowName}`} />}>
      <RunRowItems run={run} />
    </Menu>
  )
}
