import { defined } from '../../../../core/catalog/defined.ts'
import type { ErrorCode } from '../../../../core/catalog/errors/error-classes.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { Cell, CellInput, SheetsClient, Spreadsheet, Tab } from '../access/sheets-client.ts'
import { rowsRange } from '../cells/a1.ts'
import { INTERNAL_PREFIX, LONGEST_TITLE, titleOf } from './tab-name.ts'
import { headerText } from './tab-scan.ts'

/** Google's limits (support.google.com/drive/answer/37603): cells of a spreadsheet, and columns of a tab (ZZZ). */
export const MAX_CELLS = 10_000_000
export const MAX_COLUMNS = 18_278

/** How rows are written to a tab. */
export interface TabPlan {
  readonly title: string
  /** `create`: the tab is new; `replace`: all existing content is replaced; `append`: the rows are added below the existing ones. */
  readonly strategy: 'create' | 'replace' | 'append'
  /** Absent for a new tab. */
  readonly sheetId?: number
  readonly columns: readonly SourceColumn[]
  /** The position of each column in a row. */
  readonly positions: readonly number[]
  /** The number of cells in a row. */
  readonly width: number
  /** The first row: names of columns; `null` if the tab already has one. */
  readonly header: readonly CellInput[]
  /** The existing columns of the tab, for `append`: they must still exist when the rows are put in place. */
  readonly found: readonly string[]
}

/** @throws ConnectorError when the tab cannot store the rows */
export async function planTab(
  client: SheetsClient,
  { sheets }: Spreadsheet,
  { target, columns, mode }: TargetRequest,
): Promise<TabPlan> {
  const title = titleOf(target)
  if (title === '' || title.length > LONGEST_TITLE || title.startsWith(INTERNAL_PREFIX)) {
    throw refused(
      'TARGET_INVALID',
      sentence`“${title}” cannot be the name of a tab.`,
      sentence`Choose a name of 1 to ${LONGEST_TITLE} characters.`,
    )
  }
  const tab = sheets.find(({ properties }) => properties.title === title)
  if (tab && tab.properties.sheetType !== 'GRID') {
    throw refused('TARGET_INVALID', sentence`“${title}” is a tab without cells.`, sentence`Choose another target.`)
  }
  const header = tab && mode === 'append' ? await headerOf(client, tab) : []
  const plan = header.length > 0 && tab ? appendTo(tab, header, columns) : place(tab, columns)
  if (plan.width > MAX_COLUMNS) {
    const hint = sentence`Choose fewer columns.`
    throw refused(
      'TOO_MANY_COLUMNS',
      sentence`“${title}” would have ${plan.width} columns; a tab has at most ${MAX_COLUMNS}.`,
      hint,
    )
  }
  return { title, columns, ...defined({ sheetId: tab?.properties.sheetId }), ...plan }
}

type Layout = Pick<TabPlan, 'strategy' | 'positions' | 'width' | 'header' | 'found'>

const place = (tab: Tab | undefined, columns: readonly SourceColumn[]): Layout => ({
  strategy: tab ? 'replace' : 'create',
  positions: columns.map((_, index) => index),
  width: columns.length,
  header: columns.map(({ name }) => name),
  found: [],
})

/** Columns are matched by name; new columns are added to the right. */
function appendTo({ properties: { title } }: Tab, header: readonly string[], columns: readonly SourceColumn[]): Layout {
  const names = [...header]
  const positions = columns.map(({ name }) => {
    const index = names.indexOf(name)
    if (index !== names.lastIndexOf(name)) {
      throw refused(
        'TARGET_CONFLICT',
        sentence`“${title}” has several columns named “${name}”.`,
        sentence`Give each column in row 1 a name of its own.`,
      )
    }
    return index < 0 ? names.push(name) - 1 : index
  })
  return {
    strategy: 'append',
    positions,
    width: names.length,
    header: names.map((name, index) => (index < header.length ? null : name)),
    found: header,
  }
}

/** Names of a tab's columns up to the last one with a name; empty if the first row is empty. */
export async function headerOf(client: SheetsClient, { properties: { title } }: Tab): Promise<readonly string[]> {
  const [row = []]: readonly (readonly Cell[])[] = (await client.cells([rowsRange(title, 1, 1)])).get(title) ?? []
  const names = row.map(headerText)
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

const refused = (code: ErrorCode, message: Sentence, hint: Sentence) =>
  new ConnectorError({ code, message, hint, field: 'target', retryable: false })
