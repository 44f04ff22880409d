import { defined } from '../../../core/catalog/defined.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceEntity } from '../../ports/source.ts'
import { columnOrigins } from '../plan/column-origins.ts'
import type { PlanDeps } from '../plan/plan-stream.ts'
import { resolveStream } from '../plan/resolve-stream.ts'
import type { SpelledStream } from '../run/stream-request.ts'

/** A table of the flow, as far as its structure is concerned. */
export interface StructureTable {
  readonly entity: string
  readonly target: string
  /** The columns that arrive unchanged: their names at the source, and in the target. */
  readonly columns: ReadonlyMap<string, string>
  /** Columns whose values steps change. */
  readonly changed: ReadonlySet<string>
  /** Names of user-defined types that the run creates with the table. */
  readonly types: ReadonlySet<string>
  /** The key by which the target updates rows; absent: that of the source. */
  readonly key?: readonly string[]
  readonly isReplaced: boolean
  /** Rows are updated by their key. */
  readonly isUpserted: boolean
  /** Rows that are gone at the source stay, perhaps with a mark. */
  readonly keepsVanished: boolean
}

/** Streams that cannot be planned have no structure: their error is told with their rows. @throws ConnectorError never */
export async function structureTables(
  streams: readonly SpelledStream[],
  deps: Pick<PlanDeps, 'source' | 'destination' | 'binder' | 'stateOf'> & {
    readonly entities: readonly SourceEntity[]
  },
): Promise<readonly StructureTable[]> {
  const tables: StructureTable[] = []
  for (const stream of streams) {
    const state = deps.stateOf?.(stream.entity, stream.target)
    try {
      const resolved = await resolveStream(stream, { ...deps, all: streams, state })
      tables.push(tableOf(stream, resolved))
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
    }
  }
  return tables
}

function tableOf(
  { target, mode, key, ownTypes, vanished }: SpelledStream,
  { entity, steps, drift }: Awaited<ReturnType<typeof resolveStream>>,
): StructureTable {
  const origins = steps && columnOrigins(steps.bound)
  const arriving = (steps?.columns ?? drift.columns).map(({ name }) => {
    const { source, isUnchanged } = origins?.get(name) ?? { source: steps ? undefined : name, isUnchanged: !steps }
    return { name, source, isUnchanged }
  })
  const unchanged = arriving.flatMap(({ name, source, isUnchanged }) =>
    isUnchanged && source !== undefined ? [[source, name] as const] : [],
  )
  return defined({
    entity: entity.name,
    target,
    columns: new Map(unchanged),
    changed: new Set(
      arriving.flatMap(({ source, isUnchanged }) => (isUnchanged || source === undefined ? [] : [source])),
    ),
    types: new Set(
      ownTypes === 'base' ? [] : entity.columns.flatMap(({ ownTypes: own = [] }) => own.map(({ name }) => name)),
    ),
    key: mode === 'upsert' && key?.length ? key : undefined,
    isUpserted: mode === 'upsert',
    keepsVanished: mode === 'upsert' && (vanished === undefined || vanished.column !== undefined),
    isReplaced: mode === 'replace' || vanished !== undefined,
  })
}
