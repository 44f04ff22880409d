import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Ellipsis, Link2, Play, ScrollText, Workflow } from 'lucide'

import { isFinal } from '../../../core/catalog/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { isSkipped } from '../../../core/runs/scheduled-run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuLink } from '../../kit/menu/menu.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { useRunFlow } from '../../queries/use-flows.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { RunCheck } from '../../runs/run-check.tsx'
import { RunState } from '../../runs/run-state.tsx'
import { RunTrigger } from '../../runs/run-trigger.tsx'
import { RunWaiting } from '../../runs/run-waiting.tsx'
import { useElapsed } from '../../runs/use-elapsed.ts'
import styles from './run-table.module.css'

export function RunTable({ runs }: { runs: readonly Run[] }) {
  const { t } = useLingui()
  return (
    <Table
      label={t`Runs`}
      rowCount={runs.length > PLAIN_UP_TO ? runs.length : undefined}
      columns={[
        { label: t`State`, width: '8rem' },
        { label: t`Flow` },
        { label: t`Started by`, isSecondary: true, room: 'some', width: '10rem' },
        { label: t`Started`, width: '9rem' },
        { label: t`Duration`, isSecondary: true, width: '6.5rem' },
        { label: t`Rows written`, width: '12rem' },
        { label: t`Tables`, isSecondary: true, room: 'much', width: '5rem' },
        { label: t`Version`, isSecondary: true, room: 'much', width: '5rem' },
        { label: t`Actions`, isHidden: true, align: 'end', width: '4rem' },
      ]}
    >
      <Rows items={runs}>{(run) => <RunRow key={run.id} run={run} />}</Rows>
    </Table>
  )
}

function RunRow({ run }: { run: Run }) {
  const { filters } = useListUrl()
  const { duration } = useFormats()
  const elapsed = useElapsed(run)
  const { id, status, flowId, flowName = flowId, startedAt, queuedAt, flowVersion } = run
  const { streams, succeeded } = totalsOf(run)
  const at = startedAt ?? queuedAt
  return (
    <Row>
      <Cell>
        <span className={styles['state']}>
          <RunState status={status} isSkipped={isSkipped(run)} />
          <RunCheck run={run} />
        </span>
        {run.waiting && (
          <span className={styles['dry']}>
            <RunWaiting waiting={run.waiting} />
          </span>
        )}
        {run.isDry && (
          <span className={styles['dry']}>
            <Trans>Dry run</Trans>
          </span>
        )}
      </Cell>
      <Cell>
        <Link to="/flows" search={{ ...filters, run: id }} className={styles['name']}>
          {flowName}
        </Link>
      </Cell>
      <Cell isSecondary room="some" className={styles['soft']}>
        <RunTrigger run={run} />
      </Cell>
      <Cell className={styles['soft']}>{at && <RelativeTime at={at} />}</Cell>
      <Cell isSecondary>{elapsed === undefined ? '–' : duration(elapsed)}</Cell>
      <Cell>
        <RowCounts run={run} />
      </Cell>
      <Cell isSecondary room="much">
        {streams === 0 ? '–' : `${succeeded}/${streams}`}
      </Cell>
      <Cell isSecondary room="much" className={styles['soft']}>
        {flowVersion ?? '–'}
      </Cell>
      <Cell align="end">
        <RunMenu run={run} />
      </Cell>
    </Row>
  )
}

/** What was written; beneath it where the rest of what was read has gone, and a tick when that adds up. */
function RowCounts({ run }: { run: Run }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const totals = totalsOf(run)
  const { rowsRead, rowsFiltered, rowsRejected, rowsAdded } = totals
  const written = totals.streams === 0 ? (run.rowsWritten ?? 0) : totals.rowsWritten
  const isBalanced = totals.streams > 0 && totals.balanced === totals.streams
  if (run.isDry) {
    return (
      <span className={styles['rest']}>
        <Trans>nothing written</Trans>
      </span>
    )
  }
  return (
    <div className={styles['rows']}>
      <span>
        <Plural value={written} one={`${number(written)} row`} other={`${number(written)} rows`} />
        {isBalanced && isFinal(run.status) && (
          <Icon
            of={CircleCheck}
            size={13}
            className={styles['tick']}
            label={t`Every row that was read is accounted for`}
          />
        )}
      </span>
      <span className={styles['rest']}>
        {totals.streams > 0 && <Trans>{number(rowsRead)} read</Trans>}
        {rowsAdded > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsAdded)} added by steps</Trans>
          </>
        )}
        {rowsFiltered > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsFiltered)} filtered</Trans>
          </>
        )}
        {rowsRejected > 0 && (
          <>
            {' · '}
            <Trans>{number(rowsRejected)} rejected</Trans>
          </>
        )}
      </span>
    </div>
  )
}

function RunMenu({ run: { id, flowId, flowName = flowId, status } }: { run: Run }) {
  const { t } = useLingui()
  const { filter } = useListUrl()
  const { mutate: runFlow } = useRunFlow()
  const disabledReason = useDisabledReason('flow.run')
  const copy = () => {
    const address = new URL('/flows', window.location.href)
    address.search = String(new URLSearchParams({ view: 'runs', run: id }))
    void navigator.clipboard.writeText(address.href)
  }
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for this run of ${flowName}`} />}>
      <MenuItem icon={ScrollText} onSelect={() => filter({ run: id })}>
        <Trans>Details and log</Trans>
      </MenuItem>
      <MenuItem
        icon={Play}
        disabledReason={disabledReason ?? (isFinal(status) ? undefined : t`Running already`)}
        onSelect={() => runFlow(flowId)}
      >
        <Trans>Run again</Trans>
      </MenuItem>
      <MenuItem icon={Link2} onSelect={copy}>
        <Trans>Copy link</Trans>
      </MenuItem>
      <MenuLink>
        <Link to="/floweditor/$id" params={{ id: flowId }}>
          <Icon of={Workflow} size={15} />
          <Trans>Open the flow</Trans>
        </Link>
      </MenuLink>
    </Menu>
  )
}
