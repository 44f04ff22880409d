import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../../ports/connector.ts'
import type { RowProblem } from '../../../ports/target.ts'

/** A value that only MySQL can store. */
export class NotRepresentable extends ConnectorError {
  readonly place: RowProblem
  readonly isDate: boolean

  constructor(place: RowProblem & { readonly isDate: boolean }, problem: Problem) {
    super(problem)
    this.place = { column: place.column, rule: place.rule }
    this.isDate = place.isDate
  }
}

/** For zero dates and invalid days. */
export const notADate = (row: number, column: string, value: string) =>
  new NotRepresentable(
    { column, rule: sentence`is not a valid calendar date, and only MySQL can store it`, isDate: true },
    {
      code: 'VALUE_NOT_REPRESENTABLE',
      message: sentence`Row ${row}, column "${column}": ${value} is not a valid calendar date, and only MySQL can store it.`,
      hint: sentence`Correct the value at the source, or leave the column out. Where empty values are accepted, such dates can be read as NULL.`,
      retryable: false,
    },
  )

export const notATruthValue = (row: number, column: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`Row ${row}, column "${column}": the target column accepts only true and false, and the numbers 0 and 1.`,
    hint: sentence`Correct the value at the source, or make the column of the target a number.`,
    retryable: false,
  })

/** @param digits the bytes of the text, as hexadecimal digits */
export const notInUnicode = (row: number, column: string, digits: string) =>
  new NotRepresentable(
    { column, rule: sentence`holds a code of its character set that Unicode does not have`, isDate: false },
    {
      code: 'VALUE_NOT_REPRESENTABLE',
      message: sentence`Row ${row}, column "${column}": the bytes 0x${digits.slice(0, 60)} hold a code of the column's character set that Unicode does not have.`,
      hint: sentence`Correct the value at the source, leave the column out, or move it to a MySQL column of the same character set.`,
      retryable: false,
    },
  )

export const notAGeometry = (row: number, column: string) =>
  new NotRepresentable(
    { column, rule: sentence`is stored in a form that is no geometry`, isDate: false },
    {
      code: 'VALUE_NOT_REPRESENTABLE',
      message: sentence`Row ${row}, column "${column}": the stored bytes are no geometry.`,
      hint: sentence`Correct the value at the source, leave the column out, or move it to a MySQL column of the same type.`,
      retryable: false,
    },
  )
