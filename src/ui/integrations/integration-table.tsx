import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'

import type { Connection } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { TypeMark } from '../catalog/type-mark.tsx'
import styles from '../connections/connection-table.module.css'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'

interface IntegrationTableProps {
  readonly integrations: readonly Integration[]
  connectionsOf(integrationId: string): readonly Connection[]
}

export function IntegrationTable({ integrations, connectionsOf }: IntegrationTableProps) {
  const { t } = useLingui()
  return (
    <Table
      label={t`Integrations`}
      columns={[
        { label: t`Name` },
        { label: t`Used by`, isSecondary: true },
        { label: t`Changed`, isSecondary: true },
        { label: t`Actions`, isHidden: true, align: 'end' },
      ]}
    >
      {integrations.map((integration) => (
        <IntegrationRow key={integration.id} integration={integration} connections={connectionsOf(integration.id)} />
      ))}
    </Table>
  )
}

function IntegrationRow({
  integration,
  connections,
}: {
  integration: Integration
  connections: readonly Connection[]
}) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const refusal = useRefusal('integration.write')
  const { id, name, type, mergedIntegration, createdAt, updatedAt } = integration
  const changedAt = updatedAt ?? createdAt
  return (
    <Row>
      <Cell>
        <div className={styles['identity']}>
          <TypeMark type={type} />
          <div className={styles['words']}>
            <button type="button" className={styles['name']} onClick={() => open('edit', { id })}>
              {name}
            </button>
            <span className={styles['type']}>{integrationTypeOf(type).label}</span>
          </div>
          {mergedIntegration && (
            <Badge>
              <Trans>Belongs to its connection</Trans>
            </Badge>
          )}
        </div>
      </Cell>
      <Cell isSecondary>
        {connections.length === 0 ? (
          <span className={styles['none']}>
            <Trans>no connection</Trans>
          </span>
        ) : (
          <span title={connections.map((connection) => connection.name).join(', ')}>
            <Plural value={connections.length} one="# connection" other="# connections" />
          </span>
        )}
      </Cell>
      <Cell isSecondary>{changedAt && <RelativeTime at={changedAt} />}</Cell>
      <Cell align="end">
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
          <MenuItem icon={Pencil} disabledReason={refusal} onSelect={() => open('edit', { id })}>
            <Trans>Edit</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger disabledReason={refusal} onSelect={() => open('delete', { id })}>
            <Trans>Delete</Trans>
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}
