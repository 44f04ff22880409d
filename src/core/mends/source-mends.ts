import type { AuditChange } from '../audit/audit-event.ts'
import { defined } from '../catalog/defined.ts'
import type { FlowConfig } from '../flows/flow.ts'
import { type FailedStream, settingsOf } from './failure.ts'
import type { FlowMend } from './mend.ts'
import { findMissing } from './missing/find-missing.ts'
import { leaveOut } from './missing/leave-out.ts'
import { withOther, withoutMissing } from './missing/mend-flow.ts'
import type { MissingObject, MissingUse } from './missing/missing-object.ts'
import { listedTables } from './stream-mend.ts'

/** For tables and columns that the source no longer has: their probable new name, or the flow without them. */
export function goneMends(failed: FailedStream): readonly FlowMend[] {
  const { config, stream, tables, error } = failed
  if (!config || !tables) return []
  const about = error.gone?.table ?? stream?.entity
  const own = findMissing(config, tables.now, tables.known).filter(({ table }) => table === about)
  const stops = settingsOf(failed)?.drift === 'stop'
  return own.flatMap((missing): readonly FlowMend[] => {
    const { table, column, suggestion, isRemovable, undone } = missing
    const isColumn = column !== undefined
    const name = column ?? table
    return [
      ...(suggestion === undefined
        ? []
        : [
            {
              kind: 'flow' as const,
              act: isColumn ? ('replace-column' as const) : ('replace-table' as const),
              names: [name, suggestion],
              ...mendedBy(missing, withOther(config, missing, suggestion), suggestion),
              ...defined({ takesNewColumns: isColumn && stops ? true : undefined }),
            },
          ]),
      // Both mends would remove the step that renames it.
      ...(isRemovable && undone === undefined
        ? [
            {
              kind: 'flow' as const,
              act: isColumn ? ('leave-out' as const) : ('drop-table' as const),
              names: [name],
              ...mendedBy(missing, withoutMissing(config, missing)),
            },
          ]
        : []),
    ]
  })
}

/** One line for each place that uses the name, and for each change that keeps the name in the destination. */
export function mendedBy(
  { table, column, uses, target, renamed = [], undone }: MissingObject,
  config: FlowConfig,
  to?: string,
): Pick<FlowMend, 'config' | 'changes' | 'keeps'> {
  const name = column ?? table
  const isRenamed = to !== undefined && renamed.includes(to)
  const keeps = isRenamed ? column : to !== undefined ? target : undefined
  const changes = uses.flatMap((use): readonly AuditChange[] => {
    if (use.kind === 'step' && use.isShared) return []
    if (isRenamed && !isOfSource(use)) return []
    const path =
      use.kind === 'step'
        ? ['transformations', `${use.place} ${use.type}`]
        : ['streams', ...placeOf(table, column, use.kind)]
    if (to !== undefined && to === undone && use.kind === 'step' && use.type === 'rename')
      return [{ path, kind: 'removed', from: `${name} → ${to}` }]
    if (to !== undefined) return [{ path, kind: 'changed', from: name, to }]
    return [defined({ path, kind: 'removed', from: use.kind === 'step' ? undefined : name })]
  })
  if (keeps === undefined) return { config, changes }
  const kept: AuditChange = isRenamed
    ? { path: ['transformations', '1 rename'], kind: 'added', to: `${to} → ${keeps}` }
    : { path: ['streams', to ?? table, 'target'], kind: 'added', to: keeps }
  return { config, changes: [...changes, kept], keeps }
}

/** Whether it names the column as the source has it, not as the steps receive it. */
const isOfSource = (use: MissingUse): boolean =>
  use.kind === 'step' ? use.sides.includes('other') : use.kind === 'moved' || use.kind === 'cursor'

const PLACES = { moved: 'columns', key: 'key', cursor: 'cursor', mapping: 'mapping' } as const

const placeOf = (table: string, column: string | undefined, kind: keyof typeof PLACES): readonly string[] =>
  column === undefined ? [table] : [table, PLACES[kind]]

/** The flow without columns that the target does not have; nothing if the table needs them, or if steps may have made them. */
export function leaveOutMends(failed: FailedStream, columns: readonly string[]): readonly FlowMend[] {
  const { config, stream, tables } = failed
  const listed = listedTables(failed)
  const own = tables?.now.find(({ name }) => name === stream?.entity)
  if (!config || !stream || !listed || !own || columns.length === 0) return []
  // A step may have renamed or created it.
  if (!columns.every((column) => own.columns.some(({ name }) => name === column))) return []
  const shown = { tables: tables?.now ?? [], mode: listed.streams[0]?.mode ?? 'replace' } as const
  const without = leaveOut(config, stream.entity, columns, shown)
  if (!without) return []
  const path = ['streams', stream.entity, 'columns']
  const change: AuditChange = { path, kind: 'removed', from: columns.join(', ') }
  return [{ kind: 'flow', act: 'leave-out', names: columns, config: without, changes: [change], ...listed.also }]
}
