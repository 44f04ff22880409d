import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { ChangeSink, LoggedField, LoggedTable, MirroredTable } from '../../../ports/change-source.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import type { MappedTable } from './events/table-map.ts'
import { fieldOf, type KnownColumn, otherColumn } from './field-of.ts'
import { layoutOf } from './fields/field-layout.ts'
import { asNull, asStored, type InvalidDate, refused } from './fields/moments.ts'
import type { GtidSet } from './gtid-set.ts'
import { type ReadColumn, RowReader } from './row-reader.ts'

interface FollowedColumn extends KnownColumn {
  readonly mayBeLeftOut: boolean
  readonly field: LoggedField
  /** See `mirroredNames`. */
  readonly isGenerated: boolean
}

/** A table that is followed, with its columns as the catalogue has them now. */
export interface FollowedTable {
  readonly entity: string
  readonly name: TableName
  readonly wanted: MirroredTable
  readonly columns: readonly FollowedColumn[]
  /** The destination is a MySQL, too, and takes dates that only MySQL has. */
  readonly isForMysql: boolean
}

interface KeptTables {
  readonly leftOut: Map<string, GtidSet | undefined>
  readonly copied: Map<string, string>
}

/** The tables that are followed, and how their rows in the log are read. */
export class LogTables {
  readonly #tables: ReadonlyMap<string, FollowedTable>
  readonly #fold: (name: string) => string
  readonly #logged = new Map<string, LoggedTable>()
  /** Entities whose changes are left out, because a copy of them will see them: until a place that is known when they are chosen again. */
  readonly #leftOut: Map<string, GtidSet | undefined>
  /** How tables were when they were copied because the log has others than the catalogue. */
  readonly #copied: Map<string, string>
  /** Entities whose columns the log does not name. */
  readonly #nameless = new Set<string>()

  /**
   * @param fold for servers that compare the names of tables without case
   * @param kept is kept by the caller, and goes on when the log is read again
   */
  constructor(
    tables: readonly FollowedTable[],
    fold: (name: string) => string,
    { leftOut, copied }: KeptTables = { leftOut: new Map(), copied: new Map() },
  ) {
    this.#fold = fold
    this.#tables = new Map(tables.map((table) => [this.#keyOf(table.name), table]))
    this.#leftOut = leftOut
    this.#copied = copied
  }

  find(name: TableName): FollowedTable | undefined {
    return this.#tables.get(this.#keyOf(name))
  }

  get all(): readonly FollowedTable[] {
    return [...this.#tables.values()]
  }

  isLeftOut(entity: string): boolean {
    return this.#leftOut.has(entity)
  }

  /** The table is left out from now on. @throws the problem if nobody can do without the table */
  refuse(entity: string, problem: ConnectorError, sink: ChangeSink, needs?: 'asked' | 'copy'): void {
    if (this.#leftOut.has(entity)) return
    if (!sink.refused) throw problem
    this.#leftOut.set(entity, undefined)
    sink.refused(entity, problem.problem, needs ?? this.#needsOf(entity, problem))
  }

  /** The log is behind the catalogue: a copy overtakes both. It is not repeated for the same columns. */
  #needsOf(entity: string, { problem }: ConnectorError): 'copy' | undefined {
    const { wanted, columns } = this.all.find((table) => table.entity === entity) ?? {}
    if (problem.code !== 'SOURCE_CHANGED' || wanted?.drift === 'stop') return undefined
    const shape = JSON.stringify(columns?.map(({ name, type }) => [name, type]))
    if (this.#copied.get(entity) === shape) return undefined
    this.#copied.set(entity, shape)
    return 'copy'
  }

  /** Whether the log names the columns of the table, as far as it was read. */
  hasNames(entity: string): boolean {
    return !this.#nameless.has(entity)
  }

  /** Whether a table is left out no more, so that it has to be looked at again. */
  comesBackAt(gtid: string): boolean {
    let comesBack = false
    for (const [entity, until] of this.#leftOut) {
      if (!until || until.has(gtid)) continue
      this.#leftOut.delete(entity)
      comesBack = true
    }
    return comesBack
  }

  /** @param names the columns that the log has. Absent: those that it had last, or has now */
  loggedOf(followed: FollowedTable, names?: readonly string[]): LoggedTable {
    const { entity, wanted, columns, isForMysql } = followed
    const known = this.#logged.get(entity)
    if (known && (!names || known.columns.join('\n') === names.join('\n'))) return known
    const own = names ?? mirroredNames(followed)
    const fields = own.flatMap((name) => columns.find((column) => column.name === name)?.field ?? [])
    const logged = defined({
      name: entity,
      columns: own,
      key: wanted.key.map((name) => own.indexOf(name)),
      fields: (isForMysql || wanted.hasSteps) && fields.length === own.length ? fields : undefined,
    })
    this.#logged.set(entity, logged)
    return logged
  }

  /** @returns nothing if nobody follows the table. @throws ConnectorError if its rows are not those of the known table */
  readerOf(mapped: MappedTable): { readonly followed: FollowedTable; readonly reader: () => RowReader } | undefined {
    const followed = this.find(mapped)
    return followed && { followed, reader: () => this.#reader(followed, mapped) }
  }

  #reader(followed: FollowedTable, mapped: MappedTable): RowReader {
    const { wanted, columns, entity } = followed
    const hasNames = mapped.columns.every(({ name }) => name !== undefined)
    if (!hasNames) this.#nameless.add(entity)
    if (!hasNames && mapped.columns.length !== columns.length) throw otherShape(entity)
    const mirrored = mirroredNames(followed)
    // A column that is not in the log yet comes with a statement, which is read then.
    const names = hasNames ? mirrored.filter((name) => mapped.columns.some((column) => column.name === name)) : mirrored
    const read = mapped.columns.map((column, index): ReadColumn => {
      const layout = layoutOf(column.type, column.first, column.second)
      if (!layout) throw unknownType(entity, column.type)
      const known = hasNames ? columns.find(({ name }) => name === column.name) : columns[index]
      const place = known ? names.indexOf(known.name) : -1
      // Without names every column has to fit, because only all of them together tell that none is another.
      const write =
        known && (place >= 0 || !hasNames) ? fieldOf(known, column, zeroDates(followed, known.name)) : undefined
      if (known && !write && (place >= 0 || !hasNames)) throw otherColumn(entity, known.name)
      return { layout, place, write: write ?? (() => {}) }
    })
    // Other columns that are gone stay in the destination, without values in new rows.
    for (const name of wanted.key) if (!names.includes(name)) throw columnGone(entity, name)
    const mayBeLeftOut = names.map((name) => columns.find((column) => column.name === name)?.mayBeLeftOut ?? false)
    return new RowReader(this.loggedOf(followed, names), read, mayBeLeftOut)
  }

  #keyOf(name: TableName): string {
    return this.#fold(entityName({ database: name.database, name: name.name }))
  }
}

/** The columns that are mirrored, as the catalogue has them now: those that were chosen, or all of which the log has values. */
export const mirroredNames = ({ wanted, columns }: Pick<FollowedTable, 'wanted' | 'columns'>): readonly string[] =>
  isOpen(wanted) ? columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name) : wanted.columns

/** Columns that come are mirrored, too. */
export const isOpen = ({ isChosen, drift }: MirroredTable): boolean => !isChosen && drift !== 'ignore'

function zeroDates({ isForMysql, wanted }: FollowedTable, column: string): InvalidDate {
  if (isForMysql && !wanted.hasSteps) return asStored
  // A row is found by its key, which is never NULL.
  const mayBeNull = (wanted.zeroDates ?? 'null') === 'null' && !wanted.key.includes(column)
  return mayBeNull ? asNull : refused(column)
}

const otherShape = (table: string) =>
  new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`The log has rows of ${table} with another number of columns than the table has now.`,
    hint: sentence`The table must be copied again. Such changes can be followed more often with SET GLOBAL binlog_row_metadata = 'FULL'.`,
  })

const unknownType = (table: string, type: number) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log has a type of column in ${table} that cannot be read (${type}).`,
  })

const columnGone = (table: string, column: string) =>
  new ConnectorError({
    code: 'COLUMN_NOT_FOUND',
    message: sentence`${table} no longer has the column ${column}.`,
  })
