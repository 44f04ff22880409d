import { defined } from '../../../../core/catalog/defined.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { Tab } from '../access/sheets-client.ts'
import { numberFormat } from '../cells/cell-of-text.ts'
import type { TabPlan } from '../tabs/tab-plan.ts'
import { type Mark, markKey, markValue } from './staging-tab.ts'

export interface Commit {
  readonly plan: TabPlan
  readonly fence: Fence
  readonly stagingId: number
  /** Rows of data in the staging tab. */
  readonly rows: number
  /** The current tab; absent when it is new. */
  readonly target: Tab | undefined
  /** For `append`: the number of the last row with content. */
  readonly lastRow: number
  readonly mark: Mark | undefined
  /** See `Load.commit`. */
  readonly highWaterMark: string | undefined
}

/** The one batch that puts the new rows in place: Google executes all of it, or nothing. */
export function commitRequests(commit: Commit): readonly object[] {
  const { plan, stagingId, target } = commit
  if (!target) return [...becomeTab(commit), ...formats(commit, stagingId, 1), mark(commit, stagingId)]
  const { sheetId } = target.properties
  const intoPlace = plan.strategy === 'append' ? appendRows(commit, target) : replaceRows(commit, target)
  return [...intoPlace, { deleteSheet: { sheetId: stagingId } }, mark(commit, sheetId)]
}

/** The staging tab gets the name and becomes visible. */
const becomeTab = ({ plan: { title, width }, stagingId, rows }: Commit) => [
  grid(stagingId, { rowCount: rows + 1, columnCount: width }),
  { updateSheetProperties: { properties: { sheetId: stagingId, title, hidden: false }, fields: 'title,hidden' } },
]

/**
 * The tab keeps its identity, so that formulas and charts elsewhere still refer to it, and never gets smaller, because references to
 * deleted rows would be shortened permanently. Merged cells are split, because they would hide values.
 */
function replaceRows(commit: Commit, { properties: { sheetId, gridProperties } }: Tab): readonly object[] {
  const { plan, stagingId, rows } = commit
  return [
    grid(sheetId, {
      rowCount: Math.max(gridProperties.rowCount, rows + 1),
      columnCount: Math.max(gridProperties.columnCount, plan.width),
    }),
    { unmergeCells: { range: { sheetId } } },
    { updateCells: { range: { sheetId }, fields: 'userEnteredValue' } },
    ...formats(commit, sheetId, 1),
    paste(stagingId, sheetId, { from: 0, to: 0, rows: rows + 1, width: plan.width }),
  ]
}

/** Inserts new rows below the last row, so that content further down, or typed during the run, is not lost. */
function appendRows(commit: Commit, { properties: { sheetId, gridProperties } }: Tab): readonly object[] {
  const { plan, stagingId, rows, lastRow } = commit
  const names = plan.header.flatMap((name, columnIndex) =>
    name === null
      ? []
      : [
          {
            updateCells: {
              start: { sheetId, rowIndex: 0, columnIndex },
              rows: [{ values: [{ userEnteredValue: { stringValue: name } }] }],
              fields: 'userEnteredValue',
            },
          },
        ],
  )
  const range = { sheetId, dimension: 'ROWS', startIndex: lastRow, endIndex: lastRow + rows }
  const room =
    lastRow < gridProperties.rowCount
      ? { insertDimension: { range, inheritFromBefore: true } }
      : { appendDimension: { sheetId, dimension: 'ROWS', length: rows } }
  return [
    ...(plan.width > gridProperties.columnCount ? [grid(sheetId, { columnCount: plan.width })] : []),
    ...names,
    ...(rows > 0
      ? [
          room,
          ...formats(commit, sheetId, lastRow),
          paste(stagingId, sheetId, { from: 0, to: lastRow, rows, width: plan.width }),
        ]
      : []),
  ]
}

const grid = (sheetId: number, gridProperties: Readonly<Record<string, number>>) => ({
  updateSheetProperties: {
    properties: { sheetId, gridProperties },
    fields: Object.keys(gridProperties)
      .map((name) => `gridProperties.${name}`)
      .join(','),
  },
})

interface Block {
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly width: number
}

const paste = (stagingId: number, sheetId: number, { from, to, rows, width }: Block) => {
  const block = (id: number, start: number) => ({
    sheetId: id,
    startRowIndex: start,
    endRowIndex: start + rows,
    startColumnIndex: 0,
    endColumnIndex: width,
  })
  return { copyPaste: { source: block(stagingId, from), destination: block(sheetId, to), pasteType: 'PASTE_VALUES' } }
}

/** Sets only the number format; colours and widths stay as people chose them. */
const formats = ({ plan: { columns, positions }, rows }: Commit, sheetId: number, firstRow: number) =>
  columns.flatMap(({ value }, index) => {
    const format = numberFormat(value)
    const column = positions[index] ?? index
    if (!format || rows === 0) return []
    const range = {
      sheetId,
      startRowIndex: firstRow,
      endRowIndex: firstRow + rows,
      startColumnIndex: column,
      endColumnIndex: column + 1,
    }
    return [
      {
        repeatCell: {
          range,
          cell: { userEnteredFormat: { numberFormat: format } },
          fields: 'userEnteredFormat.numberFormat',
        },
      },
    ]
  })

/** Stores the id of the run in the tab's metadata, so that after a lost answer, or in another attempt, the commit can be found. */
function mark({ fence, rows, highWaterMark, mark: before }: Commit, sheetId: number): object {
  const metadataValue = markValue(fence, defined({ rows, highWaterMark }))
  if (before) {
    const dataFilters = [{ developerMetadataLookup: { metadataId: before.id } }]
    return { updateDeveloperMetadata: { dataFilters, developerMetadata: { metadataValue }, fields: 'metadataValue' } }
  }
  const developerMetadata = {
    metadataKey: markKey(fence.flowId),
    metadataValue,
    location: { sheetId },
    visibility: 'PROJECT',
  }
  return { createDeveloperMetadata: { developerMetadata } }
}
