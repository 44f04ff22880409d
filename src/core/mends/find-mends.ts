import { errorClassOf } from '../catalog/errors/error-classes.ts'
import { canChangeTargets, canSetTargetsAside } from './changed-targets.ts'
import { checkColumnMends } from './check-column-mends.ts'
import { copyMends } from './copy-mends.ts'
import { type FailedStream, settingsOf } from './failure.ts'
import {
  baseTypeMends,
  budgetMends,
  checkMends,
  dropCursorMends,
  emptyCursorMends,
  modeMends,
  newColumnMends,
  rejectMends,
  unrepresentableMends,
  vanishedMends,
} from './flow-mends.ts'
import type { Mend } from './mend.ts'
import { goneMends, leaveOutMends } from './source-mends.ts'

type FindMends = (failed: FailedStream) => readonly Mend[]

/** The columns of the target can follow those of the stream; a system whose tables cannot be changed has no such mend. */
const targetMends: FindMends = ({ error, stream, destination }) => {
  const columns = error.columns ?? []
  const namesOf = (is: 'missing' | 'narrow') => columns.filter((column) => column.is === is)
  const [missing, narrow] = [namesOf('missing'), namesOf('narrow')]
  if (!stream || missing.length + narrow.length === 0 || !canChangeTargets(destination?.type)) return []
  return [
    {
      kind: 'target',
      entity: stream.entity,
      missing: missing.map(({ name }) => name),
      narrow: narrow.map(({ name, type = '' }) => ({ name, type })),
    },
  ]
}

/** The server has refused a value without naming the column; if columns have changed, these are named. */
const widerTargetMends: FindMends = ({ at, stream, destination }) =>
  at === 'destination' && stream && canChangeTargets(destination?.type)
    ? [{ kind: 'target', entity: stream.entity, missing: [], narrow: [] }]
    : []

/** One code covers values that a wider column could store, and values that no column can store, such as NaN. */
const widerIfNarrowMends: FindMends = (failed) => (failed.error.narrow ? widerTargetMends(failed) : [])

/** A table that cannot be changed so that it fits, and whose rows are replaced anyway, is made from the stream again. */
const againMends: FindMends = (failed) => {
  const { error, stream, destination } = failed
  const mode = settingsOf(failed)?.mode ?? 'replace'
  if (!stream || error.columns || mode !== 'replace' || !canSetTargetsAside(destination?.type)) return []
  return [{ kind: 'again', entity: stream.entity, target: stream.target }]
}

const mismatchMends: FindMends = (failed) => {
  const columns = failed.error.columns ?? []
  const missing = columns.filter(({ is }) => is === 'missing').map(({ name }) => name)
  const narrow = columns.some(({ is }) => is === 'narrow')
  return [
    ...targetMends(failed),
    ...(narrow ? rejectMends(failed) : []),
    ...(missing.length === columns.length ? leaveOutMends(failed, missing) : []),
    ...againMends(failed),
  ]
}

/** New columns, missing columns, or a missing cursor. */
const schemaMends: FindMends = (failed) => {
  const cursor = settingsOf(failed)?.cursor
  const isCursor = (failed.error.columns ?? []).some(({ name, is }) => is === 'removed' && name === cursor)
  return [...newColumnMends(failed), ...goneMends(failed), ...(isCursor ? dropCursorMends(failed) : [])]
}

/** Mends in place of those of the error’s class, by its code. */
const BY_CODE: Readonly<Record<string, FindMends>> = {
  TARGET_MISMATCH: mismatchMends,
  SCHEMA_CHANGED: schemaMends,
  ENTITY_NOT_FOUND: goneMends,
  COLUMN_NOT_FOUND: goneMends,
  VALUE_REFUSED: (failed) => [...widerTargetMends(failed), ...rejectMends(failed)],
  VALUE_NOT_TEXT: rejectMends,
  VALUE_NOT_REPRESENTABLE: (failed) => [...widerIfNarrowMends(failed), ...unrepresentableMends(failed)],
  VALUE_TOO_LARGE: (failed) => [...copyMends(failed), ...rejectMends(failed)],
  CONSTRAINT: (failed) => [...rejectMends(failed), ...copyMends(failed)],
  ROW_REFUSED: rejectMends,
  TOO_MANY_VANISHED: vanishedMends,
  CHECK_FAILED: checkMends,
  CHECK_COLUMN_MISSING: checkColumnMends,
  BUDGET_SPENT: budgetMends,
  BUDGET_TOO_SMALL: budgetMends,
  CURSOR_IS_EMPTY: emptyCursorMends,
  CURSOR_NOT_SUPPORTED: dropCursorMends,
  CURSOR_NEEDS_OLD_ROWS: modeMends,
  MODE_NOT_SUPPORTED: modeMends,
  TYPE_UNKNOWN: baseTypeMends,
  DATA_GONE: ({ stream }) => (stream ? [{ kind: 'position', entity: stream.entity }] : []),
}

/**
 * The mends of a failure, the most likely first. A mend that needs a person's decision or another system has only a text; `errorPlace`
 * is the place in Millrace where the cause can be fixed.
 */
export function findMends(failed: FailedStream): readonly Mend[] {
  const { code } = failed.error
  const own = (BY_CODE[code] ?? copyMends)(failed)
  return mayPass(code) ? [...own, { kind: 'run-again' }] : own
}

/** Nothing has to be changed: the same run may succeed now. */
function mayPass(code: string): boolean {
  const { attempts, fix } = errorClassOf(code)
  return attempts > 1 || fix === 'wait' || ALSO_AGAIN.includes(code)
}

/** Their cause is in another system or process, and Millrace does not know when it ends. */
const ALSO_AGAIN: readonly string[] = ['WORKER_LOST', 'UNFINISHED', 'INTERNAL', 'DELIVERY_INCOMPLETE']
