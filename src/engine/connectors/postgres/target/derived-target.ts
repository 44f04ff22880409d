import type { Derivation, RawRows } from '../../../ports/derivation.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { Target } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { derivedSelect, type RawTable } from '../../shared/derived/derived-select.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { derivedDialect } from '../load/derived-dialect.ts'
import type { DerivedRows } from '../load/derived-rows.ts'
import { entityName, internalName, sqlName } from '../schema/relation-name.ts'
import type { WritePlan } from './plan-write.ts'
import { postgresColumns } from './postgres-columns.ts'
import { stagedSums } from './staged-sums.ts'
import type { TargetWork } from './survey-targets.ts'
import { formatsOf } from './target-plans.ts'

const UTF8 = 'UTF8'

/** How raw rows wait and become the rows of a target. @returns nothing if a result could be another one than the engine's */
function deriveInto(
  { strategy, written, types, unsigned }: WritePlan,
  fence: FenceKey,
  derivation: Derivation,
  encoding: string,
): DerivedRows | undefined {
  if (!strategy.isNew || unsigned.length > 0) return undefined
  const { flowId, runId, epoch, target } = fence
  const tables: RawTable[] = []
  for (const [place, rows] of [derivation.main, ...derivation.others].entries()) {
    const columns = rawColumns(rows, derivation)
    if (!columns) return undefined
    const name = internalName('raw', flowId, entityName(target), runId, String(epoch), String(place))
    // Where the rows of the target wait there is room for these too.
    const isTemporary = strategy.staging.startsWith('pg_temp.')
    tables.push({ name: isTemporary ? `pg_temp.${name}` : sqlName({ schema: target.schema, name }), columns })
  }
  const wanted = written.map((name, at) => ({ name, type: types[at] ?? '' }))
  const select = derivedSelect(derivation, tables, wanted, derivedDialect(encoding === UTF8))
  return select && { tables, columns: written, select }
}

/** With types that every server has. @returns nothing if there is another one */
function rawColumns({ columns, computed }: RawRows, { system }: Derivation): readonly SourceColumn[] | undefined {
  const isPlain = ({ type, ownTypes, hasNativeText, currency }: SourceColumn) =>
    !ownTypes && !hasNativeText && !currency && !/[."[]/.test(type)
  const own = postgresColumns(columns, system ? { system, computed } : { computed })
  return own.length > 0 && own.every(isPlain)
    ? own.map(({ name, type, value, nullable }) => ({ name, type, value, nullable }))
    : undefined
}

interface Derivable {
  readonly request: TargetRequest
  readonly target: Target
  readonly plan: WritePlan
  readonly fence: FenceKey
  readonly loadOf: (rows: DerivedRows) => Target['load']
}

/** See `Target.derived`. */
export const derivedTarget =
  (
    work: TargetWork,
    session: PostgresSession,
    { request, target, plan, fence, loadOf }: Derivable,
  ): Required<Target>['derived'] =>
  async (steps) => {
    if (request.mode !== 'replace' || target.removesViolations) return undefined
    const encoding = await work.asking((asked) => work.encodingOf(asked))
    const rows = deriveInto(plan, fence, steps, encoding)
    const [main] = rows?.tables ?? []
    if (!rows || !main) return undefined
    const { ranges: _ranges, checks: _checks, ...whole } = target
    const isExact = steps.main.computed.length === 0
    return {
      ...whole,
      formats: formatsOf(session, steps, { isExact, types: main.columns.map(({ type }) => type) }),
      columns: main.columns.map(({ name }) => name),
      nativeText: [],
      sums: stagedSums({ columns: main.columns, ignores: {} }, session, encoding),
      load: loadOf(rows),
    }
  }
