import type { RunMode } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { DriftPolicy } from '../../../core/catalog/policies/drift-policies.ts'
import { renamedColumns } from '../../../core/catalog/renamed-columns.ts'
import type { ProblemColumn } from '../../../core/catalog/runs/problem-column.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { Target } from '../../ports/target.ts'
import type { Drift } from '../../ports/target-request.ts'

/** A column at the time of the last run that succeeded. */
export interface KnownColumn {
  readonly name: string
  /** The type in the source's notation. */
  readonly type: string
  /** The source no longer has it, but the target still does. */
  readonly gone?: boolean
  /** The probable new name of a missing column, as long as the source has it and no step restores the former name. */
  readonly renamedTo?: string
  /** When a run found that, in ISO 8601. */
  readonly renamedAt?: string
  /** The stream did not move it, so the target does not have it because of this flow. */
  readonly unread?: boolean
}

export interface ResolvedDrift {
  /** The columns to read, without those that are left out. */
  readonly columns: readonly SourceColumn[]
  readonly drift?: Drift
  /** The columns with which the next run compares, if this one succeeds. */
  readonly known: readonly KnownColumn[]
  /** Columns that the source no longer has since the last run. */
  readonly lost: readonly string[]
  readonly notes: readonly Sentence[]
}

/**
 * Compares the columns of an entity with those of the last run that succeeded, and applies the policy to differences.
 * @param chosen the columns that the stream moves: those of the entity, or those of its list
 * @throws ConnectorError `SCHEMA_CHANGED` that names each column, for the policy `stop`
 */
export function resolveDrift(
  entity: SourceEntity,
  { columns: chosen, areListed }: { readonly columns: readonly SourceColumn[]; readonly areListed: boolean },
  policy: DriftPolicy,
  before: readonly KnownColumn[] | undefined,
): ResolvedDrift {
  // If columns are named one by one, the user has chosen: other columns do not concern the stream.
  const isChosen = (name: string) => chosen.some((column) => column.name === name)
  const isWhole = !areListed
  const now = entity.columns.map(
    ({ name, type }): KnownColumn => defined({ name, type, unread: isChosen(name) ? undefined : true }),
  )
  if (!before) return { columns: chosen, known: now, lost: [], notes: [] }

  const known = new Map(before.map((column) => [column.name, column]))
  // New in the source, or chosen since the last run.
  const added = chosen.map(({ name }) => name).filter((name) => known.get(name)?.unread ?? !known.has(name))
  const appeared = isWhole ? added.filter((name) => !known.has(name)) : []
  const changed = now.filter(({ name, type }) => isChosen(name) && type !== (known.get(name)?.type ?? type))
  const gone = isWhole ? before.filter(({ name }) => !now.some((column) => column.name === name)) : []
  const newlyGone = gone.filter((column) => !column.gone)
  // A column that exists again is not the new name of another one.
  const candidates = now.filter(({ name }) => known.get(name)?.gone !== true)
  const renamed = renamedColumns(
    before.filter((column) => !column.gone),
    candidates,
  )

  if (policy === 'stop') {
    const returned = before.filter(({ name, gone: wasGone }) => wasGone && now.some((column) => column.name === name))
    const typeOf = (name: string) => now.find((column) => column.name === name)?.type ?? ''
    const columns: readonly ProblemColumn[] = [
      ...[...appeared, ...returned.map(({ name }) => name)].map(
        (name) => ({ name, is: 'added', type: typeOf(name) }) as const,
      ),
      ...newlyGone.map(({ name, type }) => ({ name, is: 'removed', before: type }) as const),
      ...changed.map(({ name, type }) => ({ name, is: 'retyped', type, before: known.get(name)?.type ?? '' }) as const),
    ]
    if (columns.length > 0) throw stopped(entity.name, columns)
  }

  const isLeftOut = (name: string) => policy === 'ignore' && isWhole && added.includes(name)
  return {
    columns: chosen.filter(({ name }) => !isLeftOut(name)),
    drift: {
      mayWiden: policy === 'follow',
      added,
      changed: changed.map(({ name }) => name),
      gone: gone.map(({ name }) => name),
    },
    // A column that was left out stays new, so that it is included as soon as the policy changes.
    known: [...now.filter(({ name }) => !isLeftOut(name)), ...gone.map((column) => goneColumn(column, renamed, now))],
    lost: newlyGone.map(({ name }) => name),
    notes:
      policy === 'ignore' && isWhole && added.length > 0
        ? [sentence`New columns of the source are left out: ${added.join(', ')}. To move them, let the target follow.`]
        : [],
  }
}

/** A column that the source does not have any more, with its probable new name. */
function goneColumn(
  column: KnownColumn,
  renamed: ReadonlyMap<string, string>,
  now: readonly KnownColumn[],
): KnownColumn {
  const { renamedTo: before, renamedAt, ...known } = column
  const isThere = now.some(({ name }) => name === before)
  const to = column.gone ? (isThere ? before : undefined) : renamed.get(column.name)
  if (to === undefined) return { ...known, gone: true }
  return { ...known, gone: true, renamedTo: to, ...defined({ renamedAt }) }
}

/** Once it is known which columns arrive: one to which a step gives its former name back is answered. */
export const withoutAnswered = (
  known: readonly KnownColumn[],
  arriving: readonly SourceColumn[],
  at: Date,
): readonly KnownColumn[] =>
  known.map((column) => {
    if (column.renamedTo === undefined) return column
    const { renamedTo: _to, renamedAt = at.toISOString(), ...answered } = column
    return arriving.some(({ name }) => name === column.name) ? answered : { ...column, renamedAt }
  })

/** Notes for people, once it is known which columns arrive: a step may give a new column the name of a lost one. */
export function driftNotes(
  { lost, notes }: ResolvedDrift,
  arriving: readonly SourceColumn[],
  { mode, after, dry }: { readonly mode: RunMode; readonly after?: Target['after']; readonly dry: boolean },
): readonly Sentence[] {
  const empty = lost.filter((name) => !arriving.some((column) => column.name === name))
  if (empty.length === 0) return notes
  const named = empty.join(', ')
  if (after && !after.some(({ name }) => empty.includes(name)))
    return [
      ...notes,
      dry
        ? sentence`The source no longer has ${named}, and neither would the destination after a run.`
        : sentence`The source no longer has ${named}, and neither has the destination after this run.`,
    ]
  return [...notes, mode === 'upsert' ? keptNote(named, dry) : emptyNote(named, dry)]
}

const keptNote = (named: string, dry: boolean): Sentence =>
  dry
    ? sentence`The source no longer has ${named}. New rows would have no value there; rows that are updated by their key would keep the old one.`
    : sentence`The source no longer has ${named}. New rows have no value there; rows that are updated by their key keep the old one.`

const emptyNote = (named: string, dry: boolean): Sentence =>
  dry
    ? sentence`The source no longer has ${named}. The rows of a run would have no value there.`
    : sentence`The source no longer has ${named}. The rows of this run have no value there.`

function inWords({ name, is, type = '', before = '' }: ProblemColumn): Sentence {
  if (is === 'added') return sentence`"${name}" was added`
  return is === 'removed' ? sentence`"${name}" was removed` : sentence`"${name}" was ${before} and is now ${type}`
}

const stopped = (entity: string, columns: readonly ProblemColumn[]) =>
  new ConnectorError({
    code: 'SCHEMA_CHANGED',
    message: sentence`The columns of ${entity} have changed since the last run: ${inTurn(columns.map(inWords))}.`,
    columns,
    hint: sentence`Nothing was changed. Let the target follow the change, leave new columns out, or choose the columns of the stream one by one; each is a setting of the stream.`,
  })
