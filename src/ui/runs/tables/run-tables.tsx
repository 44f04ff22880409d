import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useMemo, useState } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isSummaryComplete } from '../../../core/runs/failed-tables.ts'
import { needsLook } from '../../../core/runs/needs-look.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import { axisOf, spansOf, streamRate } from '../../../core/runs/timeline/stream-spans.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { PLAIN_UP_TO } from '../../lists/rows.tsx'
import { useElapsed } from '../state/use-elapsed.ts'
import styles from './run-tables.module.css'
import { type TableColumn, useTableColumns } from './table-columns.ts'
import { TableHeadings } from './table-headings.tsx'
import { TableRow, type TableRowProps } from './table-row.tsx'
import { TablesLegend } from './tables-legend.tsx'
import { useTableOrder } from './use-table-order.ts'

const VirtualTables = lazyNamed(() => import('./virtual-tables.tsx'), 'VirtualTables', { isPart: true })

/** From this number on they can be searched, and those that need a look come first. */
const MANY = 20

/** Enough to fill a screen until the code for long lists is loaded. */
const FIRST = 30

/** The tables of a run on one time axis, with their figures; those that need a look are open. */
export function RunTables({ run }: { readonly run: Run }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const [search, setSearch] = useState('')
  const now = useNowOf(run)
  const axis = useMemo(() => axisOf(run, now), [run, now])
  const columns = useTableColumns(run)
  const { isOpen, toggle } = useOpenTables(run)
  const isLong = run.streams.length >= MANY
  const matching = useMemo(
    () => (isLong ? troubleFirst(run).filter(isCalled(search)) : run.streams),
    [run, isLong, search],
  )
  const { ordered, sortBy } = useTableOrder(comparedBy(columns, now))
  const found = ordered(matching)
  const rowOf = (stream: RunStream, place?: TableRowProps['place']) => (
    <TableRow
      key={stream.entity}
      {...{ run, stream, columns, axis, now }}
      isOpen={isOpen(stream)}
      onToggle={toggle}
      {...(place && { place })}
    />
  )
  return (
    <div className={styles['tables']}>
      {isLong && (
        <div className={styles['bar']}>
          <SearchInput label={t`Search tables`} value={search} onChange={setSearch} />
          <span className={styles['count']} role="status">
            <Trans>
              {number(found.length)} of {number(run.streams.length)} tables
            </Trans>
          </span>
        </div>
      )}
      <table className={styles['table']} aria-label={t`Tables`}>
        <TableHeadings columns={columns} axis={axis} sortBy={run.streams.length > 1 ? sortBy : undefined} />
        <Bodies streams={found} width={columns.length + 3} rowOf={rowOf} />
      </table>
      <TablesLegend run={run} hasAdded={columns.some(({ name }) => name === 'added')} />
    </div>
  )
}

interface BodiesProps {
  readonly streams: readonly RunStream[]
  /** Columns. */
  readonly width: number
  rowOf(stream: RunStream, place?: TableRowProps['place']): ReactNode
}

function Bodies({ streams, width, rowOf }: BodiesProps) {
  if (streams.length <= PLAIN_UP_TO) return streams.map((stream) => rowOf(stream))
  return (
    <Suspense fallback={streams.slice(0, FIRST).map((stream) => rowOf(stream))}>
      <VirtualTables streams={streams} width={width} rowOf={rowOf} />
    </Suspense>
  )
}

/** The time by which the parts of an active run are drawn. */
function useNowOf(run: Run): number {
  const elapsed = useElapsed(run)
  return run.startedAt === undefined ? 0 : Date.parse(run.startedAt) + (elapsed ?? 0)
}

/** A person's choice stays, whatever the run does meanwhile. */
function useOpenTables(run: Run) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isExplained = isSummaryComplete(run)
  return {
    isOpen: (stream: RunStream) => chosen.get(stream.entity) ?? needsLook(run, stream, isExplained),
    toggle: (entity: string, isOpen: boolean) => setChosen((before) => new Map(before).set(entity, isOpen)),
  }
}

/** By what each heading sorts: the longest time, the most rows. */
const comparedBy = (columns: readonly TableColumn[], now: number) => ({
  ...Object.fromEntries(columns.map(({ name, figureOf }) => [name, figureOf])),
  name: ({ entity }: RunStream) => entity,
  time: (stream: RunStream) => {
    const spans = spansOf(stream, now)
    return spans.length === 0 ? undefined : spans.reduce((sum, { from, until }) => sum + until - from, 0)
  },
  speed: (stream: RunStream) => streamRate(stream, now),
})

const URGENCY = ['failed', 'running', 'committing', 'cancelled']

/** Failed ones first, then active ones, then others that need a look; the rest in the order of the run. */
function troubleFirst(run: Run): readonly RunStream[] {
  const rank = (stream: RunStream) => {
    const urgency = URGENCY.indexOf(stream.status)
    if (urgency >= 0) return urgency
    return URGENCY.length + (needsLook(run, stream) && !isDry(run.kind) ? 0 : 1)
  }
  return run.streams.toSorted((one, other) => rank(one) - rank(other))
}

const isCalled =
  (search: string) =>
  ({ entity, target }: RunStream) =>
    `${entity} ${target}`.toLowerCase().includes(search.trim().toLowerCase())
