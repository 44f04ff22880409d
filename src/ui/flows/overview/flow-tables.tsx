import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowOverview, MovedTable } from '../../../core/flows/overview/flow-overview.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card } from '../../kit/card/card.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import styles from './flow-lists.module.css'

interface FlowTablesProps {
  readonly flow: Flow
  /** Absent while it is loaded. */
  readonly overview: FlowOverview | undefined
}

/** The tables of a flow: their rows, how old they are, and when other rows last came. */
export function FlowTables({ flow, overview }: FlowTablesProps) {
  const { t } = useLingui()
  const tables = tablesOf(flow, overview?.tables ?? [])
  return (
    <Card
      title={<Trans>Tables</Trans>}
      description={tables.length > 0 && <Plural value={tables.length} one="# table" other="# tables" />}
    >
      {!overview && <Skeleton height="8rem" />}
      {overview && tables.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>All tables of the source, listed after the first run.</Trans>
        </p>
      )}
      {overview && tables.length > 0 && (
        <div className={styles['tables']}>
          <Table
            label={t`Tables`}
            columns={[
              { label: t`Table` },
              { label: t`Rows, last time`, align: 'end' },
              { label: t`Arrived`, align: 'end' },
              { label: t`Last change`, align: 'end', isSecondary: true },
            ]}
          >
            {tables.map((table) => (
              <TableRow key={`${table.entity} ${table.target}`} table={table} />
            ))}
          </Table>
        </div>
      )}
    </Card>
  )
}

function TableRow({ table: { entity, target, rows, arrivedAt, changedAt } }: { readonly table: MovedTable }) {
  const { number } = useFormats()
  return (
    <Row>
      <Cell className={styles['target']}>
        {target}
        {entity !== target && <span className={styles['entity']}>{entity}</span>}
      </Cell>
      <Cell align="end">{rows === undefined ? '–' : number(rows)}</Cell>
      <Cell align="end">{arrivedAt === undefined ? '–' : <RelativeTime at={arrivedAt} />}</Cell>
      <Cell align="end" isSecondary>
        {changedAt === undefined ? '–' : <RelativeTime at={changedAt} />}
      </Cell>
    </Row>
  )
}

/** A table that was added to the flow since is there, too. */
function tablesOf({ config: { streams } }: Flow, moved: readonly MovedTable[]): readonly MovedTable[] {
  const known = new Set(moved.map(({ entity }) => entity))
  const added = streams.filter(({ entity }) => !known.has(entity))
  return [...moved, ...added.map(({ entity, target = entity }) => ({ entity, target }))]
}
