import { countedRows } from '../../../core/catalog/counted.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { combinesRows } from '../../../core/catalog/transformations/combines-rows.ts'
import type { MoveEvent } from '../../../engine/move/run/move-events.ts'
import type { StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { FEW_STREAMS } from '../../store/runs/runs.ts'
import type { RunJournal } from './run-journal.ts'

interface LoggedRun {
  readonly isDry: boolean
  /** A table whose rows they combine has none that were filtered. */
  readonly steps: Parameters<typeof combinesRows>[0]
}

/** Logs the start and the result of each table. A run of thousands of tables has them only in its list of tables. */
export function makeLogStreams(journal: Pick<RunJournal, 'log'>, { isDry, steps }: LoggedRun) {
  const states = new Map<string, StreamProgress['status']>()
  let areFew = true

  return (event: Extract<MoveEvent, { kind: 'planned' | 'progress' }>): void => {
    if (event.kind === 'planned') areFew = event.streams.length <= FEW_STREAMS
    else if (areFew) {
      const { entity, status } = event.stream
      const text = states.get(entity) === status ? undefined : lineOf(event.stream, { isDry, steps })
      states.set(entity, status)
      if (text) journal.log('info', text, { entity })
    }
  }
}

function lineOf(stream: StreamProgress, run: LoggedRun): Sentence | undefined {
  if (stream.status === 'running') return beginningOf(stream)
  return stream.status === 'succeeded' ? resultOf(stream, run) : undefined
}

function beginningOf({ window, estimatedRows: rows }: StreamProgress): Sentence {
  if (window?.from !== undefined) return sentence`Reading has begun, after ${window.cursor} ${window.from}.`
  return rows === undefined
    ? sentence`Reading has begun.`
    : sentence`Reading has begun; the source estimates ${countedRows(rows)}.`
}

function resultOf(stream: StreamProgress, { isDry, steps }: LoggedRun): Sentence {
  const { entity, difference, rowsRead, rowsWritten, rowsFiltered, rowsRejected } = stream
  if (difference) {
    const { created, changed, removed, marked = 0, unchanged, unknown = 0 } = difference
    if (unknown > 0)
      return sentence`Compared: ${created} new, ${changed} changed, ${removed + marked} gone, ${unchanged} equal, ${unknown} not compared.`
    return sentence`Compared: ${created} new, ${changed} changed, ${removed + marked} gone, ${unchanged} equal.`
  }
  if (combinesRows(steps, entity)) {
    return isDry
      ? sentence`${countedRows(rowsRead)} read, ${rowsWritten} would be written, ${rowsRejected} rejected.`
      : sentence`${countedRows(rowsRead)} read, ${rowsWritten} written, ${rowsRejected} rejected.`
  }
  if (isDry)
    return sentence`${countedRows(rowsRead)} read, ${rowsWritten} would be written, ${rowsFiltered} filtered, ${rowsRejected} rejected.`
  return sentence`${countedRows(rowsRead)} read, ${rowsWritten} written, ${rowsFiltered} filtered, ${rowsRejected} rejected.`
}
