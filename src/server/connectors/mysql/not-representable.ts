import { ConnectorError } from '../connector.ts'

/** For zeros and days that no month has. */
export const notADate = (row: number, column: string, value: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: `Row ${row}, column "${column}": ${value} is not a date of any calendar, and only MySQL can hold it.`,
    hint: 'Correct the value at the source (for example to NULL), or leave the column out.',
    retryable: false,
  })

export const notATruthValue = (row: number, column: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: `Row ${row}, column "${column}": the column of the target takes truth values, and of numbers 0 and 1 alone.`,
    hint: 'Correct the value at the source, or make the column of the target a number.',
    retryable: false,
  })

export const notInUnicode = (row: number, column: string, digits: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: `Row ${row}, column "${column}": the bytes 0x${digits.slice(0, 60)} hold a code of the column's character set that Unicode lacks.`,
    hint: 'Correct the value at the source, leave the column out, or move it to a MySQL column of the same character set.',
    retryable: false,
  })
