import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Connection, isSource } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { Badge } from '../../kit/badge/badge.tsx'
import { Cell, type Column, type Density, Row, Table } from '../../kit/table/table.tsx'
import { EntryName } from '../../lists/entry-name.tsx'
import { GroupRow } from '../../lists/group-row.tsx'
import { PLAIN_UP_TO, Rows } from '../../lists/rows.tsx'
import { SelectCell, useSelectColumn } from '../../lists/select-column.tsx'
import type { useSorting } from '../../lists/sorting.ts'
import type { useGrouping } from '../../lists/use-grouping.ts'
import type { Selection } from '../../lists/use-selection.ts'
import { UsedBy } from '../../lists/used-by.tsx'
import { ConnectionActions } from './connection-actions.tsx'
import styles from './connection-table.module.css'
import { LastTest } from './last-test.tsx'

/** A connection with the objects that use it. */
export interface ConnectionEntry extends Connection {
  readonly flows: readonly Flow[]
  readonly integrationName?: string | undefined
}

/** The sort keys of connections. */
export const CONNECTION_SORTS = {
  name: ({ name }: ConnectionEntry) => name,
  integration: ({ integrationName }: ConnectionEntry) => integrationName,
  'last-test': ({ lastTest }: ConnectionEntry) => lastTest?.at,
  'used-by': ({ flows }: ConnectionEntry) => flows.length,
}

interface ConnectionTableProps {
  readonly label: string
  readonly selection: Selection
  readonly sorting: ReturnType<typeof useSorting<ConnectionEntry>>
  readonly grouping: ReturnType<typeof useGrouping<ConnectionEntry>>
  readonly density: Density
}

export function ConnectionTable({ label, selection, sorting, grouping, density }: ConnectionTableProps) {
  const { entries, toggle } = grouping
  const { t } = useLingui()
  const select = useSelectColumn(selection)
  const hasIntegrations = entries.some((entry) => 'item' in entry && sharedIntegrationOf(entry.item) !== undefined)
  const integration: Column = {
    label: t`Integration`,
    isSecondary: true,
    room: 'some',
    sort: sorting.by('integration'),
    width: '9.5rem',
  }
  return (
    <Table
      label={label}
      rowCount={entries.length > PLAIN_UP_TO ? entries.length : undefined}
      density={density}
      columns={[
        select,
        { label: t`Name`, sort: sorting.by('name') },
        { label: t`Use`, isSecondary: true, room: 'much', width: '11.5rem' },
        ...(hasIntegrations ? [integration] : []),
        {
          label: t`Last test`,
          sort: sorting.by('last-test'),
          width: '9rem',
          mediumWidth: '7.5rem',
          phoneWidth: '6rem',
        },
        {
          label: t`Used by`,
          isSecondary: true,
          room: 'little',
          sort: sorting.by('used-by'),
          width: '10rem',
          mediumWidth: '7rem',
          narrowWidth: '10rem',
        },
        { label: t`Actions`, isHidden: true, align: 'end', width: '15.5rem', narrowWidth: '4rem', phoneWidth: '3rem' },
      ]}
    >
      <Rows items={entries} height={density === 'compact' ? 41 : 57}>
        {(entry) =>
          'group' in entry ? (
            <GroupRow
              key={entry.id}
              name={entry.group.name}
              count={entry.group.items.length}
              isFolded={entry.isFolded}
              onToggle={() => toggle?.(entry.id)}
            />
          ) : (
            <ConnectionRow
              key={entry.id}
              entry={entry.item}
              selection={selection}
              density={density}
              hasIntegrations={hasIntegrations}
            />
          )
        }
      </Rows>
    </Table>
  )
}

interface ConnectionRowProps {
  readonly entry: ConnectionEntry
  readonly selection: Selection
  readonly density: Density
  /** The column has a name in some row. */
  readonly hasIntegrations: boolean
}

function ConnectionRow({ entry, selection, density, hasIntegrations }: ConnectionRowProps) {
  const { id, name, type, flows } = entry
  return (
    <Row data-row={id} isChosen={selection.has(id)}>
      <SelectCell id={id} name={name} selection={selection} />
      <Cell>
        <EntryName
          name={name}
          type={type}
          typeLabel={connectionTypeOf(type).label}
          isStandIn={entry.isStandIn}
          page={{ to: isSource(entry) ? '/sources/$id' : '/destinations/$id', id }}
          isCompact={density === 'compact'}
        />
      </Cell>
      <Cell isSecondary room="much">
        <CapabilityBadge capability={entry.capability} />
      </Cell>
      {hasIntegrations && (
        <Cell isSecondary room="some">
          <IntegrationName entry={entry} />
        </Cell>
      )}
      <Cell>
        <LastTest connection={entry} isCompact={density === 'compact'} />
      </Cell>
      <Cell isSecondary room="little">
        <UsedBy
          items={flows}
          none={<Trans>no flow</Trans>}
          count={<Plural value={flows.length} one="# flow" other="# flows" />}
          link={(flow) => (
            <Link to="/flows/$id" params={{ id: flow.id }}>
              {flow.name}
            </Link>
          )}
        />
      </Cell>
      <Cell align="end">
        <ConnectionActions connection={entry} />
      </Cell>
    </Row>
  )
}

/** Databases have their own credentials; the others link to shared ones. */
const sharedIntegrationOf = ({ type, integrationId, integrationName }: ConnectionEntry) =>
  connectionTypeOf(type).merged || integrationId === undefined ? undefined : integrationName

function IntegrationName({ entry }: { entry: ConnectionEntry }) {
  const name = sharedIntegrationOf(entry)
  if (name === undefined) return <span className={styles['none']}>–</span>
  return (
    <Link
      to="/integrations"
      search={defined({ dialog: 'edit' as const, id: entry.integrationId })}
      className={styles['integration']}
    >
      {name}
    </Link>
  )
}

function CapabilityBadge({ capability }: { capability: Capability }) {
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
