import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { type Connection, isSource } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import styles from '../connections/list/connection-table.module.css'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import { EntryName } from '../lists/entry-name.tsx'
import { PLAIN_UP_TO, Rows } from '../lists/rows.tsx'
import { SelectCell, useSelectColumn } from '../lists/select-column.tsx'
import type { useSorting } from '../lists/sorting.ts'
import type { Selection } from '../lists/use-selection.ts'
import { UsedBy } from '../lists/used-by.tsx'
import { useLastChanges } from '../queries/use-last-changes.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { IntegrationActions } from './integration-actions.tsx'
import tableStyles from './integration-table.module.css'

/** Credentials with the objects that use them. */
export interface IntegrationEntry extends Integration {
  readonly connections: readonly Connection[]
  /** The last time that a connection passed its test with them. */
  readonly verifiedAt?: string | undefined
}

/** The sort keys of integrations. */
export const INTEGRATION_SORTS = {
  name: ({ name }: IntegrationEntry) => name,
  'used-by': ({ connections }: IntegrationEntry) => connections.length,
  verified: ({ verifiedAt }: IntegrationEntry) => verifiedAt,
  changed: ({ updatedAt, createdAt }: IntegrationEntry) => updatedAt ?? createdAt,
}

interface IntegrationTableProps {
  readonly entries: readonly IntegrationEntry[]
  readonly selection: Selection
  readonly sorting: ReturnType<typeof useSorting<IntegrationEntry>>
}

export function IntegrationTable({ entries, selection, sorting }: IntegrationTableProps) {
  const { t } = useLingui()
  const select = useSelectColumn(selection)
  return (
    <Table
      label={t`Integrations`}
      rowCount={entries.length > PLAIN_UP_TO ? entries.length : undefined}
      columns={[
        select,
        { label: t`Name`, sort: sorting.by('name') },
        {
          label: t`Used by`,
          isSecondary: true,
          room: 'little',
          sort: sorting.by('used-by'),
          width: '12rem',
          mediumWidth: '9rem',
          narrowWidth: '8rem',
        },
        {
          label: t`Last verified`,
          isSecondary: true,
          room: 'little',
          sort: sorting.by('verified'),
          width: '10rem',
          narrowWidth: '8rem',
        },
        { label: t`Changed`, isSecondary: true, room: 'some', sort: sorting.by('changed'), width: '10rem' },
        { label: t`Actions`, isHidden: true, align: 'end', width: '10rem' },
      ]}
    >
      <Rows items={entries}>{(entry) => <IntegrationRow key={entry.id} entry={entry} selection={selection} />}</Rows>
    </Table>
  )
}

function IntegrationRow({ entry, selection }: { entry: IntegrationEntry; selection: Selection }) {
  const { open } = useListUrl()
  const changedBy = useLastChanges('integrations')(entry.id)?.by
  const changer = changedBy?.name ?? changedBy?.uid
  const { id, name, type, reconnectNeeded, connections, verifiedAt, createdAt, updatedAt } = entry
  const changedAt = updatedAt ?? createdAt
  return (
    <Row data-row={id} isChosen={selection.has(id)}>
      <SelectCell id={id} name={name} selection={selection} />
      <Cell>
        <EntryName
          name={name}
          type={type}
          typeLabel={integrationTypeOf(type).label}
          isStandIn={entry.isStandIn}
          onOpen={() => open('edit', { id })}
        >
          {reconnectNeeded && (
            <Badge tone="warning">
              <Trans>Reconnect needed</Trans>
            </Badge>
          )}
        </EntryName>
      </Cell>
      <Cell isSecondary room="little">
        <UsedBy
          items={connections}
          none={<Trans>no connection</Trans>}
          count={<Plural value={connections.length} one="# connection" other="# connections" />}
          link={(connection) => (
            <Link to={isSource(connection) ? '/sources/$id' : '/destinations/$id'} params={{ id: connection.id }}>
              {connection.name}
            </Link>
          )}
        />
      </Cell>
      <Cell isSecondary room="little">
        {verifiedAt === undefined ? (
          <span className={styles['none']}>
            <Trans>never</Trans>
          </span>
        ) : (
          <RelativeTime at={verifiedAt} />
        )}
      </Cell>
      <Cell isSecondary room="some">
        {changedAt && <RelativeTime at={changedAt} />}
        {changer !== undefined && (
          <span className={tableStyles['changer']} title={changer}>
            <Trans>by {changer}</Trans>
          </span>
        )}
      </Cell>
      <Cell align="end">
        <IntegrationActions entry={entry} />
      </Cell>
    </Row>
  )
}
