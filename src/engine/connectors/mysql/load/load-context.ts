import { COMMON_TEXT } from '../../../ports/value-type.ts'
import type { DestinationWork } from '../../sql/destination-work.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { MYSQL_TEXT } from '../rows/field-reading.ts'
import { fieldWriting } from '../rows/field-writing.ts'
import { CommonLoadText, PlainLoadText } from '../rows/load-text.ts'
import type { LockObserver } from '../session/wait-for-locks.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { type IntakeOptions, infileIntake, insertIntake, type RowIntake } from './row-intake.ts'

/** The common state of all loads of a run at one destination. */
export interface LoadContext extends DestinationWork<MysqlSession> {
  /** Whether the server accepts `LOAD DATA LOCAL`. */
  readonly takesInfile: boolean
  readonly watching: LockObserver
}

/** Values that common text cannot express are refused; MySQL tables may contain them, and get them unchanged from another MySQL. */
const NO_ZERO_DATES = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO'`

/** Resets the session to its initial settings; a session that loaded rows of another format may have changed them. */
const ANY_DATES = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'`

export const datesOf = (format: string) => (format === COMMON_TEXT ? NO_ZERO_DATES : ANY_DATES)

/** How rows of a format are written for the server. */
export function textOf({ written, nativeText }: Pick<WritePlan, 'written' | 'nativeText'>, format: string) {
  const fields = written.map((column) =>
    fieldWriting(column, nativeText.includes(column.column.name) ? MYSQL_TEXT : format),
  )
  const text = format === COMMON_TEXT ? new CommonLoadText(fields.map(({ change }) => change)) : new PlainLoadText()
  return { fields, text }
}

/** Loads with one session, in the fastest way that the server allows. */
export const openIntake = (
  { takesInfile }: Pick<LoadContext, 'takesInfile'>,
  session: MysqlSession,
  options: IntakeOptions,
): Promise<RowIntake> => (takesInfile ? infileIntake : insertIntake)(session, options)
