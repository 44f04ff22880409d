import type { Sentence } from '../../../core/catalog/sentence.ts'
import { saveProgress } from '../../domain/runs/save-progress.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { insertLogLines, type NewLogLine } from '../../store/runs/run-log.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import type { RunProgress } from './run-progress.ts'

/** The UI must show changes within 250 ms; less than half of this time is used here. */
const FLUSH_MS = 100

/** Writing the progress of thousands of streams takes longer, and then happens less often. */
const MAX_WRITING_SHARE = 0.1

/** The subject of a line, if it is not the run as a whole. */
type About = { readonly [K in 'entity' | 'origin']?: NewLogLine[K] | undefined }

export interface RunJournal {
  log(level: NewLogLine['level'], text: Sentence, about?: About): void
  /** Writes the rest; nothing is written afterwards. */
  close(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly log: Log
  readonly run: RunRow
  readonly progress: RunProgress
  /** The run had ended or belonged to another worker when its progress should be written. */
  readonly onLost: () => void
}

/** Writes a run's progress and log lines, one after the other, while the engine continues. */
export function openRunJournal({ database, log, run, progress, onLost }: Options): RunJournal {
  const { id: runId, organization_id: organizationId } = run
  let writing: Promise<void> = Promise.resolve()

  const write = (work: (query: Query) => Promise<unknown>, done = () => {}): void => {
    // A failed log line must not stop the rows; the end of the run is written separately.
    const ignore = (error: unknown) => log.warn('run journal', { runId, error: describeError(error) })
    writing = writing.then(() => database.asSystem(work)).then(done, ignore)
  }
  let nextAt = 0
  const flush = () => {
    if (performance.now() < nextAt || !progress.takeChanged()) return
    nextAt = Number.POSITIVE_INFINITY
    let stored = () => {}
    write(
      async (query) => {
        const began = performance.now()
        try {
          const changes = progress.changes()
          if (await saveProgress(query, run, changes, { status: progress.status() })) stored = changes.stored
          else onLost()
        } finally {
          const end = performance.now()
          nextAt = end + (end - began) / MAX_WRITING_SHARE
        }
      },
      () => stored(),
    )
  }
  const timer = setInterval(flush, FLUSH_MS)

  // A run of a thousand tables has thousands of lines, and a commit for each would take longer than its rows.
  let waiting: NewLogLine[] = []
  const writeLines = () => {
    write(async (query) => {
      const lines = waiting
      waiting = []
      if (lines.length > 0) await insertLogLines(query, organizationId, runId, lines)
    })
  }

  return {
    log: (level, text, { entity = null, origin = null } = {}) => {
      waiting.push({ level, text, entity, origin })
      if (waiting.length === 1) writeLines()
    },
    close: () => {
      clearInterval(timer)
      return writing
    },
  }
}
