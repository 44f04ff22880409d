import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Pencil, PlugZap, Table2, Trash2 } from 'lucide-react'

import type { Connection } from '../../core/connections/connection.ts'
import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { TypeMark } from '../catalog/type-mark.tsx'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'
import styles from './connection-table.module.css'
import { useStageName } from './use-stage-name.ts'

interface ConnectionTableProps {
  readonly label: string
  readonly connections: readonly Connection[]
  flowsOf(connectionId: string): readonly Flow[]
}

export function ConnectionTable({ label, connections, flowsOf }: ConnectionTableProps) {
  const { t } = useLingui()
  return (
    <Table
      label={label}
      columns={[
        { label: t`Name` },
        { label: t`Used as`, isSecondary: true },
        { label: t`Last test`, isSecondary: true },
        { label: t`Used by`, isSecondary: true },
        { label: t`Actions`, isHidden: true, align: 'end' },
      ]}
    >
      {connections.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} flows={flowsOf(connection.id)} />
      ))}
    </Table>
  )
}

function ConnectionRow({ connection, flows }: { connection: Connection; flows: readonly Flow[] }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const writeRefusal = useRefusal('connection.write')
  const testRefusal = useRefusal('connection.test')
  const { id, name, type } = connection
  return (
    <Row>
      <Cell>
        <div className={styles['identity']}>
          <TypeMark type={type} />
          <div className={styles['words']}>
            <button type="button" className={styles['name']} onClick={() => open('edit', { id })}>
              {name}
            </button>
            <span className={styles['type']}>{connectionTypeOf(type).label}</span>
          </div>
        </div>
      </Cell>
      <Cell isSecondary>
        <CapabilityBadge connection={connection} />
      </Cell>
      <Cell isSecondary>
        <LastTest connection={connection} />
      </Cell>
      <Cell isSecondary>
        {flows.length === 0 ? (
          <span className={styles['none']}>
            <Trans>no flow</Trans>
          </span>
        ) : (
          <span title={flows.map((flow) => flow.name).join(', ')}>
            <Plural value={flows.length} one="# flow" other="# flows" />
          </span>
        )}
      </Cell>
      <Cell align="end">
        <div className={styles['actions']}>
          <span className={styles['wide']}>
            <Button size="sm" icon={PlugZap} disabledReason={testRefusal} onClick={() => open('test', { id })}>
              <Trans>Test</Trans>
            </Button>
            <Button size="sm" icon={Table2} disabledReason={testRefusal} onClick={() => open('discover', { id })}>
              <Trans>Discover</Trans>
            </Button>
          </span>
          <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
            <MenuItem icon={Pencil} onSelect={() => open('edit', { id })}>
              <Trans>Edit</Trans>
            </MenuItem>
            <MenuItem icon={PlugZap} disabledReason={testRefusal} onSelect={() => open('test', { id })}>
              <Trans>Test</Trans>
            </MenuItem>
            <MenuItem icon={Table2} disabledReason={testRefusal} onSelect={() => open('discover', { id })}>
              <Trans>Discover</Trans>
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDanger disabledReason={writeRefusal} onSelect={() => open('delete', { id })}>
              <Trans>Delete</Trans>
            </MenuItem>
          </Menu>
        </div>
      </Cell>
    </Row>
  )
}

function CapabilityBadge({ connection: { capability } }: { connection: Connection }) {
  switch (capability) {
    case 'both':
      return (
        <Badge>
          <Trans>Source and destination</Trans>
        </Badge>
      )
    case 'source':
      return (
        <Badge>
          <Trans>Source</Trans>
        </Badge>
      )
    case 'destination':
      return (
        <Badge>
          <Trans>Destination</Trans>
        </Badge>
      )
  }
}

function LastTest({ connection: { lastTest } }: { connection: Connection }) {
  const stageName = useStageName()
  if (!lastTest) {
    return (
      <span className={styles['none']}>
        <Trans>never</Trans>
      </span>
    )
  }
  const stage = lastTest.stage && stageName(lastTest.stage)
  return (
    <span className={styles['test']}>
      <StatusDot tone={lastTest.ok ? 'success' : 'danger'} />
      {lastTest.ok ? <Trans>Passed</Trans> : stage ? <Trans>Failed at: {stage}</Trans> : <Trans>Failed</Trans>}
      <span className={styles['type']}>
        <RelativeTime at={lastTest.at} />
      </span>
    </span>
  )
}
