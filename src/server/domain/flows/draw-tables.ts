import type { FlowConfig } from '../../store/flows/flow-config.ts'
import type { DrawnRunRow, MovedTableRow } from '../../store/flows/flow-overview.ts'

/** The number of tables that have a colour of their own; the others are one part of each bar. */
const COLOURED = 6

export interface DrawnTable {
  readonly entity: string
  readonly target: string
  /** Of its last arrival. */
  readonly rows: number | null
  readonly arrivedAt: Date | null
  /** When a run last brought rows; for a table that is replaced, another number of rows than the run before. */
  readonly changedAt: Date | null
}

/** The tables of a flow with their last arrivals, and which rows of which table each run wrote; runs are oldest first. */
export function drawTables(
  runs: readonly DrawnRunRow[],
  moved: readonly MovedTableRow[],
  streams: FlowConfig['streams'],
): { readonly tables: readonly DrawnTable[]; readonly largest: readonly { target: string; rows: number[] }[] } {
  const endOf = (place: number | undefined) => (place === undefined ? null : (runs[place - 1]?.finished_at ?? null))
  const keeps = new Set(streams.filter(({ mode }) => mode !== 'replace').map(({ entity }) => entity))
  return {
    tables: moved.filter(isStillMoved(streams)).map(({ entity, target, places, rows }) => {
      const change = rows.findLastIndex(
        (written, index) => written > 0 && (keeps.has(entity) || written !== rows[index - 1]),
      )
      return {
        entity,
        target,
        rows: rows.at(-1) ?? null,
        arrivedAt: endOf(places.at(-1)),
        changedAt: endOf(places[change]),
      }
    }),
    largest: moved
      .map((table) => ({ ...table, total: table.rows.reduce((sum, written) => sum + written, 0) }))
      .filter(({ total }) => total > 0)
      .toSorted((one, other) => other.total - one.total)
      .slice(0, COLOURED)
      .map(({ target, places, rows }) => ({ target, rows: inEveryRun(runs.length, places, rows) })),
  }
}

function inEveryRun(runs: number, places: readonly number[], rows: readonly number[]): number[] {
  const written = Array.from({ length: runs }, () => 0)
  for (const [index, place] of places.entries()) written[place - 1] = rows[index] ?? 0
  return written
}

/** A flow that lists its tables no longer shows what it moved before. */
function isStillMoved(streams: FlowConfig['streams']): (table: Pick<MovedTableRow, 'entity'>) => boolean {
  const entities = new Set(streams.map(({ entity }) => entity))
  return ({ entity }) => entities.size === 0 || entities.has(entity)
}
