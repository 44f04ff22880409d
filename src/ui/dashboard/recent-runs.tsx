import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Flow } from '../../core/flows/flow.ts'
import tableStyles from '../flows/list/flow-table.module.css'
import { LastRun } from '../flows/runs/last-run.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { FlowRoute } from '../lists/flow-route.tsx'
import { isRunning } from '../queries/use-flows.ts'
import styles from './recent-runs.module.css'

const SHOWN = 8

/** The last ended run of each flow, the newest first. */
export function RecentRuns({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const recent = flows
    .filter((flow) => flow.lastRun !== undefined && !isRunning(flow))
    .sort(byNews)
    .slice(0, SHOWN)
  if (recent.length === 0) return null
  const hasHistory = flows.some(({ recentStates }) => recentStates !== undefined)
  return (
    <section aria-labelledby="recent-runs">
      <div className={styles['head']}>
        <h2 id="recent-runs" className={styles['heading']}>
          <Trans>Recent runs</Trans>
        </h2>
        {hasHistory && (
          <Link to="/runs" className={styles['all']}>
            <Trans>All runs</Trans>
          </Link>
        )}
      </div>
      <Table
        label={t`Recent runs`}
        columns={[{ label: t`Flow` }, { label: t`From and to`, isSecondary: true }, { label: t`Last run` }]}
      >
        {recent.map((flow) => (
          <Row key={flow.id}>
            <Cell>
              <Link to="/flows/$id" params={{ id: flow.id }} className={tableStyles['name']}>
                {flow.name}
              </Link>
            </Cell>
            <Cell isSecondary>
              <FlowRoute flow={flow} />
            </Cell>
            <Cell>
              <Link to="/runs/$id" params={{ id: flow.lastRun?.id ?? '' }} className={styles['run']}>
                <LastRun flow={flow} />
              </Link>
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  )
}

const byNews = (left: Flow, right: Flow): number =>
  (right.lastRun?.startedAt ?? '').localeCompare(left.lastRun?.startedAt ?? '')
