import { defined } from '../../core/catalog/defined.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { planValueCheck } from '../move/plan/plan-value-check.ts'
import { type Comparison, compareRanges, compareTables } from '../move/verify/compare-tables.ts'
import { cannotCompare, pairedComparison, refuse } from '../move/verify/paired-comparison.ts'
import type { LoggedField } from '../ports/change-source.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { RowChange } from '../ports/dry-run.ts'
import type { Source, SourceEntity } from '../ports/source.ts'
import type { KeyRange } from '../ports/vanished-rows.ts'

/** A table on both sides. */
export interface ProvenTable {
  readonly entity: string
  readonly target: string
  /** The columns that are mirrored. */
  readonly columns: readonly string[]
  /** Empty: it is compared as a whole. */
  readonly key: readonly string[]
  /** Steps make its rows: what differs is mended by a copy. */
  readonly hasSteps?: true
}

/** Both sides as of one moment. */
export interface FrozenPair {
  readonly source: Source
  readonly target: Source
}

/** What the two sides do not have in common. */
export interface MirroredDifference {
  /** Of the source. */
  readonly rows: number
  readonly missing: number
  readonly changed: number
  readonly extra: number
  /** Without a key nobody knows which rows differ. */
  readonly isUnlocated?: true
  readonly columns: readonly string[]
  /** Some of them: the target's row before the source's. */
  readonly sample: readonly RowChange[]
  /** Where they are; may be cut off. */
  readonly places: readonly KeyRange[]
}

interface BothTables extends FrozenPair {
  readonly entity: SourceEntity
  readonly there: SourceEntity
  readonly key: readonly string[]
  /** Mirrored columns beside the key that the source has. */
  readonly values: readonly string[]
}

/** Compares a table of a frozen pair. @throws ConnectorError if it cannot be compared, or a side fails */
export async function compareMirrored(
  pair: FrozenPair,
  table: ProvenTable,
  signal: AbortSignal,
): Promise<MirroredDifference> {
  const both = await findBoth(pair, table)
  const comparison = both.key.length > 0 ? comparisonOf(both, { signal }) : undefined
  if (!comparison) return compareWhole(both)
  const { missing, changed, extra, equal, sample, places } = await compareTables(comparison)
  const rows = equal + missing + changed
  return { rows, missing, changed, extra, sample, places, columns: [...both.key, ...both.values] }
}

export interface DifferingRows {
  readonly columns: readonly string[]
  /** What the columns are, in common text. */
  readonly fields: readonly LoggedField[]
  readonly rows: readonly RowChange[]
}

/** Rows of a pair that differ, uncut, and their columns: first the key. @throws ConnectorError */
export async function differingRows(
  pair: FrozenPair,
  table: ProvenTable,
  places: readonly KeyRange[],
  signal: AbortSignal,
): Promise<DifferingRows> {
  const both = await findBoth(pair, table)
  const rows: RowChange[] = []
  const comparison = comparisonOf(both, { signal, onDifferent: (row) => rows.push(row) })
  if (comparison) await compareRanges(comparison, places)
  const columns = [...both.key, ...both.values]
  const fields = columns.map((name): LoggedField => {
    const { type, value } = both.entity.columns.find((column) => column.name === name) ?? {}
    return { type: type ?? '', value: value ?? { kind: 'other' } }
  })
  return { columns, fields, rows }
}

async function findBoth({ source, target }: FrozenPair, table: ProvenTable): Promise<BothTables> {
  const [entity] = await source.entities([table.entity])
  const [there] = await target.entities([table.target])
  if (!entity || !there) refuse(table.target, sentence`One of the two systems does not have it.`)
  const areIn = ({ columns }: SourceEntity, name: string) => columns.some((column) => column.name === name)
  const { key, columns } = table
  const values = columns.filter((name) => !key.includes(name) && areIn(entity, name))
  // Rows that lack a value are not equal, whatever else they have.
  const lost = values.find((name) => !areIn(there, name))
  if (lost !== undefined) refuse(table.target, sentence`${table.target} has no column ${lost}.`)
  return { source, target, entity, there, key, values }
}

/** @returns nothing if the two systems find no rows by this key */
function comparisonOf(
  { source, target, entity, there, key, values }: BothTables,
  options: Pick<Comparison, 'signal' | 'onDifferent'>,
): Comparison | undefined {
  try {
    const comparison = pairedComparison(
      { from: source, entity, key, values },
      { from: target, entity: there, key, values },
      { leavesOut: false, signal: options.signal },
    )
    return { ...comparison, ...options }
  } catch (error) {
    if (error instanceof ConnectorError && error.problem.code === 'VERIFY_NOT_SUPPORTED') return undefined
    throw error
  }
}

/** By the number of rows and a sum of all their values. */
async function compareWhole({ source, target, entity, there, key, values }: BothTables): Promise<MirroredDifference> {
  const columns = [...key, ...values]
  const sums = target.sums && {
    rows: (names: readonly string[]) => target.sums?.rows(there, names) ?? [],
    cells: (names: readonly string[]) => target.sums?.cells(there, names),
  }
  const found = entity.columns.filter(({ name }) => columns.includes(name))
  const check = planValueCheck({
    source,
    entity,
    target: defined({ columns, sums }),
    columns: found,
    key: [],
    steps: undefined,
    mends: [],
  })
  if (!check)
    throw new ConnectorError(
      cannotCompare(
        sentence`${there.name} cannot be compared. Its rows have no key, and no sums that both systems know.`,
      ),
    )
  const sum = async ({ read, landed }: Pick<typeof check, 'read' | 'landed'>) => {
    const asked = [source.sums?.digest({ entity }, read), target.sums?.digest({ entity: there }, landed)]
    const [theirs, ours] = await Promise.all(asked)
    const [rows, own] = [theirs?.rows ?? 0, ours?.rows ?? 0]
    return { rows, own, isEqual: rows === own && theirs?.keys === ours?.keys }
  }
  const first = await sum(check)
  const used = first.isEqual || !check.slower ? check : check.slower
  const { rows, own, isEqual } = used === check ? first : await sum(used)
  const left = columns.filter((name) => !used.landed.columns.includes(name))
  if (isEqual && left.length > 0)
    throw new ConnectorError(
      cannotCompare(
        sentence`${there.name} cannot be compared. Its rows have no key, and the two systems have no common sum of ${left.join(', ')}.`,
      ),
    )
  const missing = Math.max(0, rows - own)
  const extra = Math.max(0, own - rows)
  const changed = isEqual || missing + extra > 0 ? 0 : 1
  const difference = { rows, missing, changed, extra, columns, sample: [], places: [] }
  return isEqual ? difference : { ...difference, isUnlocated: true }
}
