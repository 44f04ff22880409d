import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Flow } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { Switch } from '../../kit/switch/switch.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { FlowRoute } from '../../lists/flow-route.tsx'
import { Marked } from '../../lists/marked.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { SelectCell, useSelectColumn } from '../../lists/select-column.tsx'
import type { useSorting } from '../../lists/sorting.ts'
import type { Selection } from '../../lists/use-selection.ts'
import { isRunning, useUpdateFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { NextRun } from '../../schedules/next-run.tsx'
import { Late } from '../freshness/late.tsx'
import { LastRun } from '../runs/last-run.tsx'
import { RecentStates } from '../runs/recent-states.tsx'
import { FlowActions } from './flow-actions.tsx'
import styles from './flow-table.module.css'

/** The sort keys of flows. */
export const FLOW_SORTS = {
  name: ({ name }: Flow) => name,
  route: ({ sourceConnection: from, destinationConnection: to }: Flow) => `${from?.name} ${to?.name}`,
  'last-run': ({ lastRun }: Flow) => lastRun?.startedAt,
}

interface FlowTableProps {
  readonly flows: readonly Flow[]
  readonly selection: Selection
  readonly sorting: ReturnType<typeof useSorting<Flow>>
}

export function FlowTable({ flows, selection, sorting }: FlowTableProps) {
  const { t } = useLingui()
  const select = useSelectColumn(selection)
  // A server without a history of runs has nothing to show here.
  const hasHistory = flows.some(({ recentStates }) => recentStates !== undefined)
  return (
    <Table
      label={t`Flows`}
      rowCount={flows.length > PLAIN_UP_TO ? flows.length : undefined}
      columns={[
        select,
        { label: t`Name`, sort: sorting.by('name') },
        {
          label: t`From and to`,
          isSecondary: true,
          room: 'little',
          sort: sorting.by('route'),
          width: '13rem',
          mediumWidth: '10rem',
        },
        {
          label: t`Last run`,
          sort: sorting.by('last-run'),
          width: '12rem',
          mediumWidth: '9rem',
          narrowWidth: '8.5rem',
          phoneWidth: '7rem',
        },
        ...(hasHistory ? [{ label: t`Recent runs`, isSecondary: true, room: 'some' as const, width: '6.75rem' }] : []),
        { label: t`Next run`, isSecondary: true, room: 'some', width: '6.5rem' },
        { label: t`Enabled`, isSecondary: true, room: 'little', width: '4.75rem' },
        {
          label: t`Actions`,
          isHidden: true,
          align: 'end',
          width: '8.75rem',
          phoneWidth: '5.5rem',
        },
      ]}
    >
      <Rows items={flows}>
        {(flow) => <FlowRow key={flow.id} flow={flow} selection={selection} hasHistory={hasHistory} />}
      </Rows>
    </Table>
  )
}

/** The next scheduled run; users with the permission can change the schedule here. */
function ScheduleCell({ flow }: { flow: Flow }) {
  const { open } = useListUrl()
  if (useWriteDisabledReason(flow) !== undefined) return <NextRun flow={flow} />
  return (
    <button type="button" className={styles['schedule']} onClick={() => open('schedule', { id: flow.id })}>
      <NextRun flow={flow} />
    </button>
  )
}

interface FlowRowProps {
  readonly flow: Flow
  readonly selection: Selection
  readonly hasHistory: boolean
}

function FlowRow({ flow, selection, hasHistory }: FlowRowProps) {
  const { t } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { mutate: updateFlow } = useUpdateFlow()
  const { query } = useListUrl()
  const { id, name, enabled, config, lastRun, recentStates } = flow
  const steps = config.transformations.length
  return (
    <Row>
      <SelectCell id={id} name={name} selection={selection} />
      <Cell>
        <div className={styles['identity']}>
          <StatusDot tone={lastRun ? verdictOfRun(lastRun).tone : 'neutral'} isLive={isRunning(flow)} />
          <div className={styles['words']}>
            <Link to="/flows/$id" params={{ id }} className={styles['name']} title={name}>
              <Marked text={name} searched={query} />
            </Link>
            <span className={styles['steps']}>
              <Plural value={steps} _0="no steps" one="# step" other="# steps" />
              {flow.draft && (
                <>
                  {' · '}
                  <Trans>draft</Trans>
                </>
              )}
            </span>
          </div>
        </div>
      </Cell>
      <Cell isSecondary room="little" className={styles['route']}>
        <FlowRoute flow={flow} />
      </Cell>
      <Cell>
        <LastRun flow={flow} hasDot={false} />
        <Late flow={flow} />
      </Cell>
      {hasHistory && (
        <Cell isSecondary room="some">
          <Link to="/runs" search={{ flow: id }} className={styles['lately']} aria-label={t`Runs of ${name}`}>
            <RecentStates states={recentStates ?? []} />
          </Link>
        </Cell>
      )}
      <Cell isSecondary room="some" className={styles['next']}>
        <ScheduleCell flow={flow} />
      </Cell>
      <Cell isSecondary room="little">
        <Switch
          label={t`Enabled: ${name}`}
          checked={enabled}
          disabledReason={disabledReason}
          onChange={(next) => updateFlow({ flow, change: { enabled: next } })}
        />
      </Cell>
      <Cell align="end">
        <FlowActions flow={flow} />
      </Cell>
    </Row>
  )
}
