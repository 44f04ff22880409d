import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Field } from '../../../ports/value-type.ts'
import type { CellInput } from '../access/sheets-client.ts'
import type { TabPlan } from '../tabs/tab-plan.ts'
import { cellOfText, LONGEST_TEXT } from './cell-of-text.ts'

/** Converts a row of common text to cells, in the order of its columns. @param row its number from 1. @throws ConnectorError for a text too long for a cell */
export const cellsOfRow = ({ columns }: TabPlan, fields: readonly Field[], row: number): readonly CellInput[] =>
  columns.map(({ name, value }, index) => {
    const cell = cellOfText(fields[index] ?? null, value)
    if (typeof cell === 'string' && cell.length > LONGEST_TEXT) throw tooLong(row, name, cell.length)
    return cell
  })

const tooLong = (row: number, column: string, length: number) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`Row ${row}, column “${column}”: the text has ${length} characters, and a cell holds at most ${LONGEST_TEXT}.`,
    hint: sentence`Leave the column out, or shorten it with a transformation.`,
  })
