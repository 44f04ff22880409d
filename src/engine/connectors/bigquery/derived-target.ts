import { defined } from '../../../core/catalog/defined.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Derivation, RawRows } from '../../ports/derivation.ts'
import type { Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { derivedSelect } from '../shared/derived/derived-select.ts'
import type { AttemptPlace } from './attempt-places.ts'
import { type BigqueryColumn, bigqueryColumns } from './bigquery-column.ts'
import { hasField, STAGING } from './bigquery-target.ts'
import { type Checked, sumsOf } from './checked-target.ts'
import { rawJob } from './commit-jobs.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { derivedDialect } from './derived-dialect.ts'
import { DerivedLoad } from './derived-load.ts'
import { ORDINAL, quote } from './merge-statement.ts'
import type { RawPlace } from './raw-upload.ts'

interface Derivable {
  readonly request: TargetRequest
  readonly target: Target
  readonly checked: Pick<Checked, 'columns' | 'existing'>
  readonly place: AttemptPlace
  /** From now on a load removes the marker of the attempt. */
  readonly begin: () => void
}

/** See `Target.derived`. */
export const derivedTarget =
  (
    destination: DestinationOptions,
    { request, target, checked: { columns, existing }, place, begin }: Derivable,
  ): Required<Target>['derived'] =>
  async (steps) => {
    // A mirror waits for a copy whose rows are counted otherwise.
    if (request.mode !== 'replace' || request.awaits || steps.others.some(isReadOtherwise)) return undefined
    const raw = rawPlaces(steps, place, request)
    if (!raw) return undefined
    const [main] = raw
    const tables = [steps.main, ...steps.others].map(({ columns: own }, at) => ({
      name: quote(`${destination.dataset.id}.${raw[at]?.table}`),
      columns: own.map((column, n) => ({ ...column, type: raw[at]?.columns[n]?.type ?? '' })),
    }))
    const select = derivedSelect(steps, tables, columns, derivedDialect(destination.collation === undefined))
    if (!select) return undefined
    const { ranges: _ranges, checks: _checks, sums: _sums, ...whole } = target
    const { fence, sumsValues = false } = request
    const staged = { destination, place, fence, table: request.target, existing, columns, raw, sums: sumsValues }
    return {
      ...whole,
      formats: [COMMON_TEXT],
      columns: steps.main.columns.map(({ name }) => name),
      nativeText: [],
      ...defined({ sums: sumsValues ? sumsOf(main.columns) : undefined }),
      load: async () => {
        begin()
        const load = new DerivedLoad({ ...staged, result: stagingName(place, fence), select: select.sql })
        await load.begin()
        return load
      },
    }
  }

const stagingName = ({ loadId }: AttemptPlace, { epoch }: TargetRequest['fence']) => `${STAGING}${loadId}_${epoch}`

/** Joined values that the engine reads otherwise than they are: it leaves out spaces at the end, and refuses numbers with too many digits. */
const isReadOtherwise = ({ columns }: RawRows): boolean =>
  columns.some(
    ({ value }) =>
      (value.kind === 'text' && value.padded === true) ||
      (value.kind === 'decimal' && (value.precision === undefined || value.precision > 38)),
  )

/** @returns nothing if BigQuery does not allow the name of a column */
function rawPlaces(
  { main, others, steps }: Derivation,
  place: AttemptPlace,
  { fence }: TargetRequest,
): readonly [RawPlace, ...RawPlace[]] | undefined {
  const [own, ...joined] = [main, ...others].map(({ columns }) => allowedColumns(columns))
  if (!own || joined.includes(undefined)) return undefined
  const placed = (columns: readonly BigqueryColumn[], at: number, isNumbered: boolean): RawPlace => ({
    table: `${stagingName(place, fence)}_raw${at}`,
    columns: isNumbered ? [...columns, ORDINAL] : columns,
    isNumbered,
    prefix: `${place.prefix}raw${at}/`,
    job: rawJob(place.loadId, fence, at),
  })
  const keepsOrder = steps.some(({ kind }) => kind === 'first')
  return [placed(own, 0, keepsOrder), ...joined.map((columns, at) => placed(columns ?? [], at + 1, false))]
}

function allowedColumns(columns: Parameters<typeof bigqueryColumns>[0]): readonly BigqueryColumn[] | undefined {
  try {
    const allowed = bigqueryColumns(columns)
    return allowed.length > 0 && !hasField(allowed, ORDINAL.name) ? allowed : undefined
  } catch (error) {
    if (error instanceof ConnectorError) return undefined
    throw error
  }
}
