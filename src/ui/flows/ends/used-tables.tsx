import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import type { ConnectionOverview } from '../../../core/connections/connection-overview.ts'
import { usedTables as tablesOf, type UsedTable } from '../../../core/connections/connection-tables.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { UsedBy } from '../../lists/used-by.tsx'
import styles from '../overview/flow-lists.module.css'
import ownStyles from './used-tables.module.css'

const SHOWN = 20

interface UsedTablesProps {
  readonly connectionId: string
  readonly side: 'source' | 'destination'
  readonly flows: readonly Flow[]
  readonly arrived: ConnectionOverview['tables']
}

/** The tables that flows read from a connection, or write to it, each with its flows. Nothing if there are none. */
export function UsedTables({ connectionId: id, side, flows, arrived }: UsedTablesProps) {
  const { t } = useLingui()
  const [searched, setSearched] = useState('')
  const [isWhole, setWhole] = useState(false)
  const tables = useMemo(() => tablesOf(flows, { id, side }, arrived), [flows, id, side, arrived])
  const wanted = searched.trim().toLowerCase()
  const found = wanted === '' ? tables : tables.filter(({ name }) => name.toLowerCase().includes(wanted))
  const more = found.length - SHOWN
  const title = side === 'source' ? t`Tables that are read` : t`Tables that are written`
  if (tables.length === 0) return null
  return (
    <Card title={title} description={<Plural value={tables.length} one="# table" other="# tables" />}>
      {tables.length > SHOWN && (
        <div className={ownStyles['search']}>
          <SearchInput label={t`Search tables`} value={searched} onChange={setSearched} />
        </div>
      )}
      {found.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>No table has this name.</Trans>
        </p>
      )}
      {found.length > 0 && (
        <div className={ownStyles['table']}>
          <Table
            label={title}
            columns={[
              { label: t`Table` },
              { label: t`Rows, last time`, align: 'end', isSecondary: true },
              { label: t`Arrived`, align: 'end' },
              { label: t`Used by` },
            ]}
          >
            {(isWhole ? found : found.slice(0, SHOWN)).map((table) => (
              <TableRow key={table.name} table={table} />
            ))}
          </Table>
        </div>
      )}
      {more > 0 && !isWhole && (
        <Button size="sm" variant="ghost" className={ownStyles['more']} onClick={() => setWhole(true)}>
          <Trans>and {more} more</Trans>
        </Button>
      )}
    </Card>
  )
}

function TableRow({ table: { name, flows, rows, arrivedAt } }: { readonly table: UsedTable }) {
  const { number } = useFormats()
  return (
    <Row>
      <Cell className={styles['target']}>{name}</Cell>
      <Cell align="end" isSecondary>
        {rows === undefined ? '–' : number(rows)}
      </Cell>
      <Cell align="end" className={ownStyles['when']}>
        {arrivedAt === undefined ? '–' : <RelativeTime at={arrivedAt} />}
      </Cell>
      <Cell>
        <UsedBy
          items={flows}
          none={null}
          count={<Plural value={flows.length} one="# flow" other="# flows" />}
          link={(flow) => (
            <Link to="/flows/$id" params={{ id: flow.id }}>
              {flow.name}
            </Link>
          )}
        />
      </Cell>
    </Row>
  )
}
