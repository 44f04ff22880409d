import { defined } from '../../core/catalog/defined.ts'
import type { DriftPolicy } from '../../core/catalog/policies/drift-policies.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import type { ChangeLoad } from '../ports/change-batch.ts'
import type { AddedColumn, ChangeSource, DescribedTable, LoggedTable, LogPosition } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'
import { TableFailure } from '../ports/table-failure.ts'
import type { MirrorRequest } from './run-mirror.ts'

interface ShapesRequest extends Pick<MirrorRequest, 'onEvent'> {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  /** By entity name. Absent: the target follows. */
  readonly drift?: ReadonlyMap<string, DriftPolicy> | undefined
}

/** Columns that come, go or change at the source while a mirror follows its tables. */
export class TableShapes {
  readonly #request: ShapesRequest
  /** Tables that the catalog describes otherwise than the log has yet, and when the log must have. */
  readonly #seen = new Map<string, { readonly shape: DescribedTable; readonly until: LogPosition }>()
  /** Tables that were emptied in the log, which gives them other files. */
  readonly #emptied = new Set<string>()

  constructor(request: ShapesRequest) {
    this.#request = request
    request.load.beforeTable = (table, isEmptied) => {
      if (isEmptied) this.#emptied.add(table.name)
      return this.meet(table)
    }
  }

  /**
   * Part of the open transaction: before changes of a table are applied that has other columns than before.
   * @throws TableFailure if a copy is needed, or the policy wants a person to decide
   */
  async meet(table: LoggedTable, described?: DescribedTable): Promise<void> {
    const { source, load, drift } = this.#request
    const entity = table.name
    if (table.added) await this.#addColumns(entity, table.added)
    const known = load.shapeOf(entity)
    if (!known) return
    const replaced = replacedIn(known, described ?? { table })
    if (replaced)
      throw drift?.get(entity) === 'stop'
        ? new TableFailure(entity, problem(replaced, ASK), { needs: 'asked' })
        : new TableFailure(entity, problem(replaced, COPIED), { needs: 'copy' })
    if (isSame(known.table, table)) return
    const { added, gone, retyped, hasOtherKey } = differenceOf(known.table, table)
    if (drift?.get(entity) === 'stop')
      throw new TableFailure(entity, changed(table, { added, gone, retyped }, ASK), { needs: 'asked' })
    if (hasOtherKey) throw new TableFailure(entity, changed(table, { added, gone, retyped }, ASK), { needs: 'asked' })
    // A name that goes while another comes may be a rename: only a copy by the rules of runs is right in both cases.
    const isUnclear = retyped.length > 0 || (added.length > 0 && gone.length > 0)
    const columns = isUnclear
      ? undefined
      : added.length > 0
        ? await source.addedColumns?.(entity, added, known.newest)
        : []
    if (!columns) throw new TableFailure(entity, changed(table, { added, gone, retyped }), { needs: 'copy' })
    await this.#addColumns(entity, columns)
    const newest = known.newest === undefined ? undefined : known.newest + added.length
    await load.noteShape(entity, after(known, { ...known, table, ...defined({ newest }), ...described }))
  }

  /** Nobody knows what rows from before have in a column that the target had already. */
  async #addColumns(entity: string, columns: readonly AddedColumn[]): Promise<void> {
    const { load, onEvent } = this.#request
    const had = await load.addColumns(entity, columns)
    if (had.length > 0) onEvent({ kind: 'doubtful', entity })
  }

  /** Adds the columns without which changes could not be applied, which come again then. @returns what is left to do */
  async prepare(failure: TableFailure): Promise<TableFailure | undefined> {
    const { entity, columns } = failure
    if (!columns) return failure
    try {
      await this.#request.load.prepareColumns?.(entity, columns)
      return undefined
    } catch (error) {
      if (error instanceof TableFailure) return error
      throw error
    }
  }

  /** Notes how tables are that will be copied: the copy sees that, or what has come since. */
  async note(entities: readonly string[]): Promise<void> {
    const { source, load } = this.#request
    const described = await source.describe?.(entities)
    for (const [entity, shape] of described ?? []) await load.noteShape(entity, shape)
    if (described && load.position !== undefined) await load.commit(load.position)
  }

  /** Asks the catalog, because a table that nobody changes any more is not in the log. @returns tables that are gone */
  async look(entities: readonly string[]): Promise<readonly string[]> {
    const { source, load } = this.#request
    const described = await source.describe?.(entities)
    // After everything that the catalog has.
    const until = await source.now()
    for (const [entity, shape] of described ?? []) {
      const known = load.shapeOf(entity)
      if (!known || this.#seen.has(entity)) continue
      if (isNoted(known, shape)) this.#emptied.delete(entity)
      else this.#seen.set(entity, { shape, until })
    }
    return described ? entities.filter((entity) => !described.has(entity)) : []
  }

  /** The next table that the log has passed without a word of its change. `isDoubtful`: its rows may differ. */
  next(): { readonly entity: string; readonly isDoubtful: boolean; readonly meet: () => Promise<void> } | undefined {
    const { load } = this.#request
    for (const [entity, { shape, until }] of this.#seen) {
      if (!load.hasPassed(until)) continue
      this.#seen.delete(entity)
      const known = load.shapeOf(entity)
      const isEmptied = this.#emptied.delete(entity)
      const isDoubtful = known !== undefined && shape.storage !== known.storage && !isEmptied
      const meet = async () => {
        await this.meet(shape.table, shape)
        await load.noteShape(entity, after(load.shapeOf(entity), shape))
        if (load.position !== undefined) await load.commit(load.position)
      }
      return { entity, isDoubtful, meet }
    }
    return undefined
  }
}

/** A column that is gone keeps its number, by which another one of its name is known: the destination still has the values of the old one. */
const after = (known: DescribedTable | undefined, shape: DescribedTable): DescribedTable => ({
  ...shape,
  numbers: { ...known?.numbers, ...shape.numbers },
  words: { ...known?.words, ...shape.words },
})

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

const hasAll = (known: DescribedTable['numbers'], now: DescribedTable['numbers'] = {}) =>
  Object.entries(now).every(([key, value]) => known?.[key] === value)

const isNoted = (known: DescribedTable, { table, storage, numbers, words, newest }: DescribedTable): boolean =>
  isSame(known.table, table) &&
  known.newest === newest &&
  known.table.identity === table.identity &&
  known.storage === storage &&
  hasAll(known.numbers, numbers) &&
  hasAll(known.words, words)

const inWords = ({ added, gone, retyped }: Difference): Sentence => {
  if (added.length > 0) return sentence`${added.join(', ')} has come`
  if (gone.length > 0) return sentence`${gone.join(', ')} is gone`
  return retyped.length > 0 ? sentence`${retyped.join(', ')} has another type` : sentence`its key is another one`
}

const changed = ({ name }: LoggedTable, difference: Difference, hint = COPIED): Problem =>
  problem(sentence`${name} has changed at the source: ${inWords(difference)}.`, hint)

const problem = (message: Sentence, hint: Sentence): Problem => ({
  code: 'SCHEMA_CHANGED',
  message,
  hint,
  retryable: false,
})

type Met = Pick<DescribedTable, 'table'> & Partial<DescribedTable>

/** What is another one under its old name, so that the rows from before are not those of now. */
function replacedIn(
  { table: before, numbers: known = {}, words: knownWords = {} }: Met,
  { table: after, numbers = {}, words = {} }: Met,
): Sentence | undefined {
  const { name } = after
  if (before.identity !== undefined && after.identity !== undefined && before.identity !== after.identity)
    return sentence`Another table is now called ${name} at the source.`
  if (known['log'] !== undefined && numbers['log'] !== undefined && known['log'] !== numbers['log'])
    return sentence`The source has not kept all changes of ${name}.`
  const renamed = Object.entries(knownWords).find(([number, word]) => (words[number] ?? word) !== word)
  if (renamed) return sentence`The word ${renamed[1]} of an enum of ${name} has another name at the source.`
  const other = Object.keys(known).find((key) => numbers[key] !== undefined && numbers[key] !== known[key])
  // Columns stay in their order: in another one, a name has gone to another column.
  const columns = [before, after].map((table, at, both) =>
    table.columns.filter((column) => both[1 - at]?.columns.includes(column)).join('\n'),
  )
  if (other === undefined && columns[0] === columns[1]) return undefined
  return sentence`Columns of ${name} were replaced at the source under their names.`
}

const COPIED = sentence`The table is copied again.`

const ASK = sentence`The table waits. Resume it to copy it as it is now.`
