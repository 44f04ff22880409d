import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Window } from '../../ports/source.ts'
import type { Target } from '../../ports/target.ts'
import { keyNotes } from './key-notes.ts'
import type { PlannedSteps } from './plan-steps.ts'
import type { PlanDeps, ResolvedRequest } from './plan-stream.ts'
import { goOn, isReset } from './plan-window.ts'
import { driftNotes } from './resolve-drift.ts'

/** The notes of both sides about the stream. */
export function logNotes(
  { tracker, stream: { entity, drift, request } }: ResolvedRequest,
  target: Target,
  { dry = false }: PlanDeps,
): void {
  if (target.reshapes) tracker.reshapes()
  if (entity.warning !== undefined) tracker.log('warning', entity.warning, 'source')
  for (const note of driftNotes(drift, request.columns, defined({ mode: request.mode, dry, after: target.after })))
    tracker.announce('info', note, 'source')
  for (const note of [...keyNotes(request, target), ...target.notes]) tracker.announce('info', note, 'destination')
}

/** A run that continues reads no earlier rows, so they have no value in columns that the target gets only now. */
export function logEmptyColumns(
  { request, tracker, stream }: ResolvedRequest,
  { target: { isNew }, window, dry = false }: Planned,
): void {
  const { mayWiden = false, added = [] } = stream.request.drift ?? {}
  if (request.selection?.kind === 'part' || isNew || window?.from === undefined || !mayWiden || added.length === 0)
    return
  const columns = added.join(', ')
  tracker.announce(
    'info',
    request.mode === 'upsert' ? notYetNote(columns, dry) : neverNote(columns, dry),
    'destination',
  )
}

const notYetNote = (columns: string, dry: boolean): Sentence =>
  dry
    ? sentence`Rows that a run does not read would have no value yet in ${columns}: a backfill reads them again.`
    : sentence`Rows that this run does not read have no value yet in ${columns}: a backfill reads them again.`

const neverNote = (columns: string, dry: boolean): Sentence =>
  dry
    ? sentence`Rows that a run does not read would have no value in ${columns}.`
    : sentence`Rows that this run does not read have no value in ${columns}.`

/** What is known of a stream before its rows. */
interface Planned extends Pick<PlanDeps, 'dry'> {
  readonly target: Target
  readonly window: Window | undefined
}

/** Reports rows that are read twice, and steps that see only a part of the rows. */
export function logRepeatedRows(
  { request, tracker, state, stream: { steps } }: ResolvedRequest,
  { target, window, dry = false }: Planned,
): void {
  const comesTwice = request.mode === 'append' && target.leavesOutRepeated !== true
  const cursor = goOn(request.cursor, state?.cursor)
  if (cursor && isReset(cursor, state?.cursor) && comesTwice && !target.isNew)
    tracker.announce(
      'warning',
      dry
        ? sentence`There is no position to continue from: existing rows are read again and would be written twice.`
        : sentence`There is no position to continue from: existing rows are read again and are written twice.`,
      'destination',
    )
  if (window?.from !== undefined && comesTwice)
    tracker.announce(
      'warning',
      dry
        ? sentence`Rows from ${window.from} on are read again and would be written twice; the mode "upsert" avoids that.`
        : sentence`Rows from ${window.from} on are read again and are written twice; the mode "upsert" avoids that.`,
      'destination',
    )
  if (window && steps && seesSeveralRows(steps))
    tracker.log('info', sentence`Steps that combine rows see only the rows of this window.`, 'step')
}

/** Whether the result of a step depends on which rows are read. */
const seesSeveralRows = ({ bound }: PlannedSteps) =>
  !bound.isRowWise || bound.readLimit !== undefined || bound.passLimit !== undefined
