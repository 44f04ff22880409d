import {
  type Cell,
  linesIn,
  namesIn,
  type Setting,
  type Settings,
  type SettingValue,
  textIn,
} from '../../catalog/transformations/transformation-settings.ts'
import { mentionsName, withNameInSql } from '../../transformations/sql-names.ts'

/** The owner of the columns in a setting: the step's input, or the other table of a join. */
export type ColumnSide = 'own' | 'other'

/** A column by its name, on one side of a step. */
export interface SidedName {
  readonly side: ColumnSide
  readonly name: string
}

const isOn = (side: ColumnSide, kind: (Setting | Cell)['kind']): boolean =>
  side === 'own' ? kind === 'columns' || kind === 'column' : kind === 'other-columns' || kind === 'other-column'

/** SQL sees the columns that the step receives. */
const isSql = (side: ColumnSide, kind: (Setting | Cell)['kind']): boolean =>
  side === 'own' && (kind === 'expression' || kind === 'query')

/** Whether a step's settings name the column, in SQL or by itself. */
export const namesColumn = (rows: readonly Setting[], settings: Settings, { side, name }: SidedName): boolean =>
  rows.some((row) => {
    if (row.kind !== 'lines') {
      if (isSql(side, row.kind)) return mentionsName(textIn(settings, row.name), name)
      return isOn(side, row.kind) && namesIn(settings, row.name).includes(name)
    }
    return linesIn(settings, row.name).some((line) =>
      row.cells.some((cell) => isNamedBy(cell, line[cell.name], { side, name })),
    )
  })

const isNamedBy = (cell: Cell, value: string | undefined, { side, name }: SidedName): boolean =>
  value !== undefined &&
  ((isOn(side, cell.kind) && value === name) || (isSql(side, cell.kind) && mentionsName(value, name)))

/** Every column of the other table that a step's settings name. */
export const otherNamesIn = (rows: readonly Setting[], settings: Settings): readonly string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'other-columns') return namesIn(settings, row.name)
    if (row.kind !== 'lines') return []
    const cells = row.cells.filter(({ kind }) => kind === 'other-column')
    return linesIn(settings, row.name).flatMap((line) => cells.flatMap((cell) => line[cell.name] || []))
  })

/** The settings with a new name for the column. */
export function withOtherName(rows: readonly Setting[], settings: Settings, column: SidedName, to: string): Settings {
  const { side, name } = column
  const changed: Record<string, SettingValue> = {}
  for (const row of rows) {
    if (row.kind === 'lines') {
      changed[row.name] = linesIn(settings, row.name).map((line) => {
        const cells = row.cells.filter((cell) => isNamedBy(cell, line[cell.name], column))
        const put = (cell: Cell) => (isOn(side, cell.kind) ? to : withNameInSql(line[cell.name] ?? '', name, to))
        return { ...line, ...Object.fromEntries(cells.map((cell) => [cell.name, put(cell)])) }
      })
    } else if (isOn(side, row.kind)) {
      changed[row.name] = [...new Set(namesIn(settings, row.name).map((known) => (known === name ? to : known)))]
    } else if (isSql(side, row.kind)) changed[row.name] = withNameInSql(textIn(settings, row.name), name, to)
  }
  return { ...settings, ...onlyGiven(changed, settings) }
}

/** The settings without the column; nothing if the step would change its meaning without it. */
export function withoutName(rows: readonly Setting[], settings: Settings, column: SidedName): Settings | undefined {
  const { side, name } = column
  const changed: Record<string, SettingValue> = {}
  for (const row of rows) {
    if (isSql(side, row.kind)) {
      // The rest of a condition or a query would have another meaning.
      if (mentionsName(textIn(settings, row.name), name)) return undefined
    } else if (row.kind === 'lines') {
      const lines = linesIn(settings, row.name)
      const left = lines.filter((line) => !row.cells.some((cell) => isNamedBy(cell, line[cell.name], column)))
      // With fewer equal columns, unrelated rows would be joined.
      const isJoin = row.cells.some(({ kind }) => kind === 'other-column')
      if (left.length < lines.length && (isJoin || (left.length === 0 && !row.optional))) return undefined
      changed[row.name] = left
    } else if (isOn(side, row.kind)) {
      const names = namesIn(settings, row.name)
      const left = names.filter((known) => known !== name)
      // An empty selection means all of them, or one group of all rows.
      if (left.length === 0 && names.length > 0) return undefined
      changed[row.name] = left
    }
  }
  return { ...settings, ...onlyGiven(changed, settings) }
}

/** An absent setting stays absent. */
const onlyGiven = (changed: Readonly<Record<string, SettingValue>>, settings: Settings): Settings =>
  Object.fromEntries(Object.entries(changed).filter(([name]) => settings[name] !== undefined))
