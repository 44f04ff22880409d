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

/** A table that is followed, with its columns as the catalogue has them now. */
export interface FollowedTable {
  readonly entity: string
  readonly name: TableName
  readonly wanted: MirroredTable
  readonly columns: readonly (KnownColumn & { readonly mayBeLeftOut: boolean; readonly field: LoggedField })[]
  /** The destination is a MySQL, too, and takes dates that only MySQL has. */
  readonly isForMysql: boolean
}

/** The tables that are followed, and how their rows in the log are read. */
export class LogTables {
  readonly #tables: ReadonlyMap<string, FollowedTable>
  readonly #fold: (name: string) => string
  readonly #logged = new Map<string, LoggedTable>()
  /** Entities whose changes are left out, because a copy of them will see them: until a place that is known when they are chosen again. */
  readonly #leftOut: Map<string, GtidSet | undefined>

  /**
   * @param fold for servers that compare the names of tables without case
   * @param leftOut is kept by the caller, and goes on when the log is read again
   */
  constructor(
    tables: readonly FollowedTable[],
    fold: (name: string) => string,
    leftOut: Map<string, GtidSet | undefined>,
  ) {
    this.#fold = fold
    this.#tables = new Map(tables.map((table) => [this.#keyOf(table.name), table]))
    this.#leftOut = leftOut
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
  refuse(entity: string, problem: ConnectorError, sink: ChangeSink): void {
    if (this.#leftOut.has(entity)) return
    if (!sink.refused) throw problem
    this.#leftOut.set(entity, undefined)
    sink.refused(entity, problem.problem)
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

  loggedOf({ entity, wanted, columns, isForMysql }: FollowedTable): LoggedTable {
    const known = this.#logged.get(entity)
    if (known) return known
    const fields = wanted.columns.flatMap((name) => columns.find((column) => column.name === name)?.field ?? [])
    const logged = defined({
      name: entity,
      columns: wanted.columns,
      key: wanted.key.map((name) => wanted.columns.indexOf(name)),
      fields: (isForMysql || wanted.hasSteps) && fields.length === wanted.columns.length ? fields : undefined,
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
    if (!hasNames && mapped.columns.length !== columns.length) throw otherShape(entity)
    const read = mapped.columns.map((column, index): ReadColumn => {
      const layout = layoutOf(column.type, column.first, column.second)
      if (!layout) throw unknownType(entity, column.type)
      const known = hasNames ? columns.find(({ name }) => name === column.name) : columns[index]
      const place = known ? wanted.columns.indexOf(known.name) : -1
      // Without names every column has to fit, because only all of them together tell that none is another.
      const write =
        known && (place >= 0 || !hasNames) ? fieldOf(known, column, zeroDates(followed, known.name)) : undefined
      if (known && !write && (place >= 0 || !hasNames)) throw otherColumn(entity, known.name)
      return { layout, place, write: write ?? (() => {}) }
    })
    for (const [place, name] of wanted.columns.entries())
      if (!read.some((column) => column.place === place)) throw columnGone(entity, name)
    const mayBeLeftOut = wanted.columns.map(
      (name) => columns.find((column) => column.name === name)?.mayBeLeftOut ?? false,
    )
    return new RowReader(this.loggedOf(followed), read, mayBeLeftOut)
  }

  #keyOf(name: TableName): string {
    return this.#fold(entityName({ database: name.database, name: name.name }))
  }
}

function zeroDates({ isForMysql, wanted }: FollowedTable, column: string): InvalidDate {
  if (isForMysql && !wanted.hasSteps) return asStored
  return (wanted.zeroDates ?? 'null') === 'null' ? asNull : refused(column)
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
