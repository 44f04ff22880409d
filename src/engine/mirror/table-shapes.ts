import type { DriftPolicy } from '../../core/catalog/policies/drift-policies.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import type { ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, LoggedTable, LogPosition } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'
import { TableFailure } from '../ports/table-failure.ts'

interface ShapesRequest {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  /** By entity name. Absent: the target follows. */
  readonly drift?: ReadonlyMap<string, DriftPolicy> | undefined
}

/** Columns that come, go or change at the source while a mirror follows its tables. */
export class TableShapes {
  readonly #request: ShapesRequest
  /** Tables that the catalog describes otherwise than the log has yet, and when the log must have. */
  readonly #seen = new Map<
    string,
    { readonly table: LoggedTable; readonly storage: string; readonly until: LogPosition }
  >()

  constructor(request: ShapesRequest) {
    this.#request = request
    request.load.beforeTable = (table) => this.meet(table)
  }

  /**
   * Part of the open transaction: before changes of a table are applied that has other columns than before.
   * @throws TableFailure if a copy is needed, or the policy wants a person to decide
   */
  async meet(table: LoggedTable, storage?: string): Promise<void> {
    const { source, load, drift } = this.#request
    const entity = table.name
    const known = load.shapeOf(entity)
    if (!known || isSame(known.table, table)) return
    const { added, gone, retyped, hasOtherKey } = differenceOf(known.table, table)
    if (drift?.get(entity) === 'stop')
      throw new TableFailure(entity, changed(table, { added, gone, retyped }, ASK), { needs: 'asked' })
    if (hasOtherKey) throw new TableFailure(entity, changed(table, { added, gone, retyped }, ASK), { needs: 'asked' })
    // A name that goes while another comes may be a rename: only a copy by the rules of runs is right in both cases.
    const isUnclear = retyped.length > 0 || (added.length > 0 && gone.length > 0)
    const columns = isUnclear ? undefined : added.length > 0 ? await source.addedColumns?.(entity, added) : []
    if (!columns) throw new TableFailure(entity, changed(table, { added, gone, retyped }), { needs: 'copy' })
    await load.addColumns(entity, columns)
    await load.noteShape(entity, { table, storage: storage ?? known.storage })
  }

  /** Notes how tables are that will be copied: the copy sees that, or what has come since. */
  async note(entities: readonly string[]): Promise<void> {
    const { source, load } = this.#request
    const described = await source.describe?.(entities)
    for (const [entity, shape] of described ?? []) await load.noteShape(entity, shape)
    if (described && load.position !== undefined) await load.commit(load.position)
  }

  /** Asks the catalog, because a table that nobody changes any more is not in the log. @returns tables whose rows may differ */
  async look(entities: readonly string[]): Promise<readonly string[]> {
    const { source, load } = this.#request
    const doubtful: string[] = []
    const until = await source.now()
    for (const [entity, { table, storage }] of (await source.describe?.(entities)) ?? []) {
      const known = load.shapeOf(entity)
      if (!known) continue
      if (storage !== known.storage) doubtful.push(entity)
      const isKnown = isSame(known.table, table) && storage === known.storage
      if (!isKnown && !this.#seen.has(entity)) this.#seen.set(entity, { table, storage, until })
    }
    return doubtful
  }

  /** The next table that the log has passed without a word of its change. */
  next(): { readonly entity: string; readonly meet: () => Promise<void> } | undefined {
    const { load } = this.#request
    for (const [entity, { table, storage, until }] of this.#seen) {
      if (!load.hasPassed(until)) continue
      this.#seen.delete(entity)
      const meet = async () => {
        await this.meet(table, storage)
        await load.noteShape(entity, { table, storage })
        if (load.position !== undefined) await load.commit(load.position)
      }
      return { entity, meet }
    }
    return undefined
  }
}

interface Difference {
  readonly added: readonly string[]
  readonly gone: readonly string[]
  readonly retyped: readonly string[]
}

const typeOf = ({ columns, types }: LoggedTable, name: string) => types?.[columns.indexOf(name)]
const keyOf = ({ columns, key }: LoggedTable) => key.map((place) => columns[place])

function differenceOf(before: LoggedTable, after: LoggedTable): Difference & { readonly hasOtherKey: boolean } {
  return {
    added: after.columns.filter((name) => !before.columns.includes(name)),
    gone: before.columns.filter((name) => !after.columns.includes(name)),
    retyped: after.columns.filter(
      (name) =>
        before.columns.includes(name) && before.types && after.types && typeOf(before, name) !== typeOf(after, name),
    ),
    hasOtherKey: keyOf(before).join() !== keyOf(after).join(),
  }
}

function isSame(before: LoggedTable, after: LoggedTable): boolean {
  const { added, gone, retyped, hasOtherKey } = differenceOf(before, after)
  return added.length + gone.length + retyped.length === 0 && !hasOtherKey
}

const inWords = ({ added, gone, retyped }: Difference): Sentence => {
  if (added.length > 0) return sentence`${added.join(', ')} has come`
  if (gone.length > 0) return sentence`${gone.join(', ')} is gone`
  return retyped.length > 0 ? sentence`${retyped.join(', ')} has another type` : sentence`its key is another one`
}

const changed = ({ name }: LoggedTable, difference: Difference, hint = COPIED): Problem => ({
  code: 'SCHEMA_CHANGED',
  message: sentence`${name} has changed at the source: ${inWords(difference)}.`,
  hint,
  retryable: false,
})

const COPIED = sentence`The table is copied again.`

const ASK = sentence`The table waits. Resume it to copy it as it is now.`
