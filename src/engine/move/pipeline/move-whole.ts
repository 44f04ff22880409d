import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { CellSum } from '../../formats/common-text/cell-sum.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load } from '../../ports/load.ts'
import type { RejectedRow } from '../../ports/rejected-row.ts'
import type { Source, SourceColumn } from '../../ports/source.ts'
import type { Field } from '../../ports/value-type.ts'
import { checkRows } from '../checks/check-rows.ts'
import { heldLoad } from '../checks/held-load.ts'
import type { StreamRun } from '../move-stream.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'
import { at, errorAt } from '../run/errors-at.ts'
import { wrappedLoad } from '../run/wrapped-load.ts'
import { acceptVanished, findVanished } from '../vanished/find-vanished.ts'
import { checkArrival, checkRemaining } from './check-arrival.ts'
import { countAtSource } from './count-at-source.ts'
import { balance, countFiltered, counting } from './count-rows.ts'
import { deriveRows, loadOthers } from './derive-rows.ts'
import { LaterRows } from './later-rows.ts'
import { moveThroughSteps } from './move-through-steps.ts'
import { readingInvalid } from './reading-invalid.ts'
import { rejectingLoad } from './rejecting-load.ts'
import { summingLoad } from './summing-load.ts'
import { withinBudget } from './within-budget.ts'

/** Moves the rows of a stream in one piece, and puts them in place. @throws ConnectorError, or the signal's reason */
export async function moveWhole(
  stream: PlannedStream,
  run: Pick<StreamRun, 'source' | 'signal' | 'rowBudget'>,
  pushed: PushedSteps | undefined,
): Promise<void> {
  const { source, signal } = run
  const { entity, target, format, window, keys, tracker, steps } = stream
  const left = pushed ? pushed.rest : steps
  let load: Load | undefined
  const keeper = keepRejected(stream, source.system)
  try {
    const opened = await at('destination', loadOf(stream, keeper, run))
    load = opened.load
    const { failure } = load
    const stop = AbortSignal.any([signal, failure])
    const failed = (error: unknown) => {
      throw errorAt(failure.aborted ? 'destination' : 'source', error)
    }
    const limit = (left ?? steps)?.bound.readLimit
    const request = {
      entity,
      columns: [...target.columns, ...(pushed?.traced ?? [])],
      format,
      ...defined({ window, keys, nativeText: target.nativeText, pushdown: pushed?.pushdown, limit }),
      ...readingInvalid(stream),
      ...defined({
        reject:
          keeper && !steps
            ? (row: RejectedRow) => {
                tracker.advance(1, 0)
                keeper.keep(row)
              }
            : undefined,
      }),
    }
    const count = await at('source', countAtSource(stream, source, pushed))
    const read =
      left !== undefined
        ? await moveThroughSteps({ stream, steps: left, pushdown: pushed?.pushdown, source, load, signal: stop })
        : await source.read(request, counting(load, tracker), stop).catch(failed)
    const loaded = await at('destination', load.finish())
    balance(tracker, read, loaded)
    if (pushed && limit === undefined && left?.bound.passLimit === undefined) countFiltered(tracker, pushed, read)
    if (load.deriving) await loadOthers(stream, load.deriving, { source, signal: stop })
    tracker.begin('checking')
    await checkArrival(
      stream,
      { source, load, sent: opened.sent, count: () => at('source', count.confirm(read)) },
      loaded,
    )
    if (load.deriving) await deriveRows(stream, load.deriving)
    await checkStaged(stream, load)
    await publishRows(stream, load, keeper, { source, signal: stop })
  } catch (error) {
    await load?.abandon()
    throw error
  }
}

/** Held rows were checked before the destination got them. */
async function checkStaged(stream: PlannedStream, { find }: Load): Promise<void> {
  if (!stream.checks?.openProcess) await checkRows(stream, find)
}

/** Finds vanished rows, and puts the staged ones in place. @throws ConnectorError, or the signal's reason */
async function publishRows(
  stream: PlannedStream,
  load: Load,
  keeper: RejectKeeping | undefined,
  { source, signal }: Pick<StreamRun, 'source' | 'signal'>,
): Promise<void> {
  const { window, tracker } = stream
  const { vanished: search } = load
  if (search) await findVanished(stream, { source, search, signal })
  tracker.begin('committing')
  tracker.enter('committing')
  const accept = search ? undefined : acceptVanished(stream)
  const placed = await at('destination', commit({ stream, load, keeper }, stream.moment ?? window?.until, accept))
  keeper?.report()
  tracker.place(placed, stream.vanished?.column !== undefined)
}

/** Rows that break a constraint of the target are rejected, and the others put in place. */
async function commit(
  { stream, load, keeper }: { stream: PlannedStream; load: Load; keeper: RejectKeeping | undefined },
  ...how: Parameters<Load['commit']>
): ReturnType<Load['commit']> {
  for (;;) {
    try {
      return await load.commit(...how)
    } catch (error) {
      const isRefused = error instanceof ConnectorError && error.problem.code === 'CONSTRAINT'
      if (!isRefused || !keeper || !load.removeViolations) throw error
      const removed = await load
        .removeViolations((row) => keeper.keep(row))
        .catch((cause: unknown) => {
          // Rows that cannot be looked for, for example without a permission, are no other trouble than the refusal.
          throw cause instanceof ConnectorError && !cause.problem.retryable ? error : cause
        })
      if (removed === 0) throw error
      await keeper.finalize()
      await checkRemaining(stream, load)
      await checkStaged(stream, load)
    }
  }
}

interface RejectKeeping {
  keep(row: RejectedRow): void
  /** A row has come that is not rejected. */
  pass(fields: readonly Field[]): void
  /** @throws when something could not be stored */
  finalize(): Promise<void>
  /** Reports how many of the rejected rows were stored. */
  report(): void
}

function keepRejected(stream: PlannedStream, system: Source['system']): RejectKeeping | undefined {
  const { entity, target, tracker, columns, rejects, steps, key, mayBeOutdated, isDry } = stream
  if (!rejects) return undefined
  const arriving = target.columns.flatMap((name) => columns.filter((column) => column.name === name))
  const source = columnsBefore(stream, arriving)
  rejects.begin(
    defined({
      entity: entity.name,
      target: tracker.progress.target,
      columns: arriving,
      key,
      source,
      system,
      computed: steps?.computed,
    }),
  )
  let kept = 0
  const later = new LaterRows(target.columns, key)
  return {
    keep(row) {
      tracker.reject()
      const traced = row.source || stream.steps || !source ? row : { ...row, source: row.fields }
      if (!rejects.keep(entity.name, mayBeOutdated ? { ...traced, isOutdated: true } : traced)) return
      kept++
      later.rejected(row.row, row.fields)
    },
    pass: (fields) => later.comes(fields),
    finalize() {
      const outdated = later.take()
      if (outdated.length > 0) rejects.outdate?.(entity.name, outdated)
      return rejects.finalize()
    },
    report() {
      const { rowsRejected } = tracker.progress
      if (rowsRejected === 0) return
      const note = isDry ? wouldRejectNote : rejectedNote
      tracker.log('warning', note(rowsRejected, kept, rejects.days), 'destination')
    },
  }
}

function rejectedNote(rows: number, kept: number, days: number): Sentence {
  if (rows > 1) return sentence`${rows} rows were rejected; ${kept} of them are kept for ${days} days.`
  return kept === 1
    ? sentence`1 row was rejected; it is kept for ${days} days.`
    : sentence`1 row was rejected; it is not kept.`
}

function wouldRejectNote(rows: number, kept: number, days: number): Sentence {
  if (rows > 1) return sentence`${rows} rows would be rejected; ${kept} of them are kept for ${days} days.`
  return kept === 1
    ? sentence`1 row would be rejected; it is kept for ${days} days.`
    : sentence`1 row would be rejected; it is not kept.`
}

/** The columns before the steps, if rejected rows can be kept as they were there. */
function columnsBefore({ target, steps, isTraced }: PlannedStream, arriving: readonly SourceColumn[]) {
  if (steps) return isTraced ? steps.bound.main.columns : undefined
  return target.nativeText?.length ? undefined : arriving
}

/** Rows are only watched, because the source rejects some. */
const NOTHING_REFUSED = { refuses: () => undefined, required: [] }

async function loadOf(
  stream: PlannedStream,
  keeper: RejectKeeping | undefined,
  { signal, rowBudget }: Pick<StreamRun, 'signal' | 'rowBudget'>,
): Promise<{ readonly load: Load; readonly sent?: CellSum }> {
  const { target, format, onInvalid, zeroDates, mends, sentCheck } = stream
  const opened = await target.load(format)
  const summing = sentCheck ? summingLoad(opened, sentCheck, target.columns) : { load: opened }
  const load = await heldLoad(rowBudget ? withinBudget(summing.load, rowBudget) : summing.load, stream, signal)
  if (!keeper) return { ...summing, load }
  const isRejectedAtSource = zeroDates === 'reject' && !stream.steps
  const checks = onInvalid === 'reject' ? target.checks : undefined
  const rejection = { columns: target.columns, mends, reject: keeper.keep, pass: keeper.pass }
  const rejecting = checks || isRejectedAtSource ? rejectingLoad(load, checks ?? NOTHING_REFUSED, rejection) : load
  const finish = async () => {
    const loaded = await rejecting.finish()
    await keeper.finalize()
    return loaded
  }
  return { ...summing, load: wrappedLoad(rejecting, { finish }) }
}
