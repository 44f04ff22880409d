import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../ports/mirror-readiness.ts'

/** A trigger that fires on what a mirror writes. */
export interface FiringTrigger {
  readonly table: string
  readonly name: string
  /** What it executes, as far as the server shows it. */
  readonly text: string
  /** Lets the table do without it. */
  readonly statement: string
}

export interface TargetForeignKey {
  readonly table: string
  readonly name: string
  readonly referred: string
  /** It changes or removes rows together with those that they refer to. */
  readonly cascades: boolean
  /** It is checked at the end of a transaction. */
  readonly isDeferred: boolean
  /** Drops it. */
  readonly statement: string
  /** Lets it be checked at the end of a transaction. Absent: the server cannot. */
  readonly deferring?: string
}

/** A column that the destination computes. */
export interface ComputedColumn {
  readonly table: string
  readonly column: string
  readonly statement: string
}

interface Found {
  readonly triggers: readonly FiringTrigger[]
  readonly foreignKeys: readonly TargetForeignKey[]
  readonly computed: readonly ComputedColumn[]
}

/** What keeps targets from being equal to their tables, or may pause them. */
export function targetHindrances(
  targets: readonly MirroredTarget[],
  { triggers, foreignKeys, computed }: Found,
): readonly MirrorHindrance[] {
  const entities = new Map(targets.map(({ entity, target }) => [target, entity]))
  return [
    ...triggers.map((trigger) => ofTrigger(trigger, entities)),
    ...foreignKeys.flatMap((key) => ofForeignKey(key, entities)),
    ...computed.flatMap(({ table, column, statement }) => {
      const target = targets.find((one) => one.target === table)
      if (!target?.columns.includes(column)) return []
      const reason = sentence`The destination computes ${table}.${column} itself, so it does not get the values of the source. Where they differ, the table is never proven equal.`
      return [{ side: 'destination' as const, isNote: true as const, entity: target.entity, reason, statement }]
    }),
  ]
}

type Entities = ReadonlyMap<string, string>

function ofTrigger({ table, name, text, statement }: FiringTrigger, entities: Entities): MirrorHindrance {
  const at = { side: 'destination', statement, ...defined({ entity: entities.get(table) }) } as const
  const written = [...entities.keys()].find((target) => writesTo(text, target))
  if (written !== undefined)
    return { ...at, reason: sentence`The trigger ${name} of ${table} writes to ${written}, which the mirror writes.` }
  const reason = sentence`The trigger ${name} of ${table} fires on each row that the mirror writes. What it changes will differ from the source.`
  return { ...at, isNote: true, reason }
}

/** Whether SQL has a statement that changes the table. Its name may stand without its schema. */
function writesTo(text: string, target: string): boolean {
  const [, schema = '', name = target] = /^(?:(.*)\.)?("(?:[^"]|"")+"|[^."]+)$/s.exec(target) ?? []
  const bare = (part: string) => part.replace(/^"|"$/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const quoted = (part: string) => `["\`]?${bare(part)}["\`]?`
  const place = schema === '' ? '' : `(?:${quoted(schema)}\\s*\\.\\s*)?`
  return new RegExp(
    `\\b(?:insert\\s+into|replace\\s+into|update|delete\\s+from|truncate(?:\\s+table)?|merge\\s+into)\\s+(?:only\\s+)?${place}${quoted(name)}(?![\\w"\`.])`,
    'i',
  ).test(text)
}

function ofForeignKey(key: TargetForeignKey, entities: Entities): readonly MirrorHindrance[] {
  const { table, name, referred, cascades, isDeferred, statement, deferring } = key
  const [from, to] = [entities.get(table), entities.get(referred)]
  const entity = from ?? to
  if (entity === undefined) return []
  const at = { side: 'destination', isNote: true, entity, statement } as const
  if (from === undefined)
    return [
      {
        ...at,
        reason: cascades
          ? sentence`Rows of ${table} go or change together with those of ${referred}: its foreign key ${name} says so.`
          : sentence`A row of ${referred} that ${table} still refers to cannot be removed, which pauses the table: ${name}.`,
      },
    ]
  if (to === undefined)
    return [
      {
        ...at,
        reason: sentence`${table} refers to ${referred}, which is not mirrored. A row without its counterpart there pauses the table: ${name}.`,
      },
    ]
  if (isDeferred || table === referred) return []
  return [
    {
      ...at,
      ...defined({ statement: cascades ? undefined : deferring }),
      reason: sentence`The foreign key ${name} of ${table} is checked after each statement. When both tables change at once, that may pause one of them.`,
    },
  ]
}
