import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide'
import { memo, Suspense } from 'react'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Menu } from '../../kit/menu/menu.tsx'
import { Switch } from '../../kit/switch/switch.tsx'
import { Cell, type Density, Row } from '../../kit/table/table.tsx'
import { FlowRoute } from '../../lists/flow-route.tsx'
import { OwnerFace } from '../../lists/owner-face.tsx'
import { SelectCell } from '../../lists/select-column.tsx'
import type { Selection } from '../../lists/use-selection.ts'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { NextRun } from '../../schedules/next-run.tsx'
import { RecentStates } from '../runs/recent-states.tsx'
import { FlowNameCell } from './flow-name-cell.tsx'
import { FlowRows } from './flow-rows.tsx'
import { FlowStateCell } from './flow-state-cell.tsx'
import styles from './flow-table.module.css'
import { RunOrCancel } from './run-or-cancel.tsx'

interface FlowRowProps {
  readonly flow: Flow
  readonly selection: Selection
  readonly hasHistory: boolean
  readonly density: Density
  readonly isPhone: boolean
  readonly isNarrow: boolean
}

/** Drawn again only if it changes: while a long list scrolls, most rows stay. */
export const FlowRow = memo(function FlowRow(props: FlowRowProps) {
  const { flow, selection, hasHistory, density, isPhone, isNarrow } = props
  const { t } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { mutate: updateFlow } = useUpdateFlow()
  const { id, name, enabled, recentStates, lastSuccessAt, owner } = flow
  return (
    <Row data-row={id} isChosen={selection.has(id)}>
      <SelectCell id={id} name={name} selection={selection} />
      <Cell>
        <FlowNameCell flow={flow} isCompact={density === 'compact'} isPhone={isPhone} />
      </Cell>
      <Cell isSecondary room="little" className={styles['route']}>
        <FlowRoute flow={flow} />
      </Cell>
      <Cell isSecondary room="some">
        <OwnerFace name={owner ? (owner.name ?? owner.uid) : undefined} />
      </Cell>
      <Cell isSecondary>
        <FlowStateCell flow={flow} isCompact={density === 'compact'} isNarrow={isNarrow} />
      </Cell>
      {hasHistory && (
        <Cell isSecondary room="plenty">
          <Link to="/runs" search={{ flow: id }} className={styles['lately']} aria-label={t`Runs of ${name}`}>
            <RecentStates states={recentStates ?? []} />
          </Link>
        </Cell>
      )}
      <Cell isSecondary room="plenty" className={styles['soft']}>
        {lastSuccessAt === undefined ? <span aria-hidden>–</span> : <RelativeTime at={lastSuccessAt} />}
      </Cell>
      <Cell isSecondary room="little" align="end">
        <FlowRows flow={flow} />
      </Cell>
      <Cell isSecondary room="some" className={styles['soft']}>
        <ScheduleCell flow={flow} />
      </Cell>
      <Cell isSecondary room="plenty">
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
})

/** The next scheduled run; users with the permission can change the schedule here. */
function ScheduleCell({ flow }: { flow: Flow }) {
  const { open } = useListUrl()
  if (useWriteDisabledReason(flow) !== undefined || isMirrored(flow.config)) return <NextRun flow={flow} />
  return (
    <button type="button" className={styles['schedule']} onClick={() => open('schedule', { id: flow.id })}>
      <NextRun flow={flow} />
    </button>
  )
}

const FlowRowItems = lazyNamed(() => import('./flow-row-items.tsx'), 'FlowRowItems')

/** The actions for one flow: run it or cancel its run at once, the others in a menu. */
function FlowActions({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const { id, name } = flow
  return (
    <div className={styles['actions']}>
      <RunOrCancel flow={flow} onCancel={() => open('cancel', { id })} />
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
        <Suspense>
          <FlowRowItems flow={flow} />
        </Suspense>
      </Menu>
    </div>
  )
}
