import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Play, Square, SquarePen, Trash2 } from 'lucide-react'

import type { Flow } from '../../core/flows/flow.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { Button } from '../kit/button/button.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { Switch } from '../kit/switch/switch.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { useIsAllowed } from '../organizations/use-active-organization.ts'
import { useRefusal } from '../organizations/use-refusal.ts'
import { FlowRoute } from './flow-route.tsx'
import styles from './flow-table.module.css'
import { LastRun } from './last-run.tsx'
import { useDuplicateFlow } from './use-duplicate-flow.ts'
import { isRunning, useRunFlow, useUpdateFlow } from './use-flows.ts'
import { useRunRefusal } from './use-run-refusal.ts'

export function FlowTable({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  return (
    <Table
      label={t`Flows`}
      columns={[
        { label: t`Name` },
        { label: t`From and to`, isSecondary: true },
        { label: t`Last run` },
        { label: t`Enabled`, isSecondary: true },
        { label: t`Actions`, isHidden: true, align: 'end' },
      ]}
    >
      {flows.map((flow) => (
        <FlowRow key={flow.id} flow={flow} />
      ))}
    </Table>
  )
}

function FlowRow({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const navigate = useNavigate()
  const refusal = useRefusal('flow.write')
  const mayWrite = useIsAllowed('flow.write')
  const { mutate: updateFlow } = useUpdateFlow()
  const { mutate: duplicate } = useDuplicateFlow()
  const { id, name, enabled } = flow
  return (
    <Row>
      <Cell>
        <Link to="/floweditor/$id" params={{ id }} className={styles['name']}>
          {name}
        </Link>
      </Cell>
      <Cell isSecondary>
        <FlowRoute flow={flow} />
      </Cell>
      <Cell>
        <LastRun flow={flow} />
      </Cell>
      <Cell isSecondary>
        <Switch
          label={t`Enabled: ${name}`}
          checked={enabled}
          disabled={!mayWrite}
          onChange={(next) => updateFlow({ flow, change: { enabled: next } })}
        />
      </Cell>
      <Cell align="end">
        <div className={styles['actions']}>
          <RunOrCancel flow={flow} />
          <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
            <MenuItem icon={SquarePen} onSelect={() => void navigate({ to: '/floweditor/$id', params: { id } })}>
              <Trans>Open</Trans>
            </MenuItem>
            <MenuItem icon={Copy} disabledReason={refusal} onSelect={() => duplicate(flow)}>
              <Trans>Duplicate</Trans>
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDanger disabledReason={refusal} onSelect={() => open('delete', { id })}>
              <Trans>Delete</Trans>
            </MenuItem>
          </Menu>
        </div>
      </Cell>
    </Row>
  )
}

function RunOrCancel({ flow }: { flow: Flow }) {
  const { open } = useListUrl()
  const { mutate: run, isPending } = useRunFlow()
  const runRefusal = useRunRefusal(flow)
  const cancelRefusal = useRefusal('run.cancel')
  if (isRunning(flow)) {
    return (
      <Button size="sm" icon={Square} disabledReason={cancelRefusal} onClick={() => open('cancel', { id: flow.id })}>
        <Trans>Cancel</Trans>
      </Button>
    )
  }
  return (
    <Button size="sm" icon={Play} isBusy={isPending} disabledReason={runRefusal} onClick={() => run(flow.id)}>
      <Trans>Run</Trans>
    </Button>
  )
}
