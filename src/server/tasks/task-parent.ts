import type { Counters } from '../host/counters.ts'
import type { Log } from '../host/log.ts'
import type { PartWatch } from '../host/part-watch.ts'
import type { Tracer } from '../host/tracing.ts'
import type { Announcer } from '../store/database/announcer.ts'
import type { Question } from './messages.ts'

export interface TaskParent {
  readonly log: Log
  readonly counters: Counters
  readonly tracer: Tracer
  readonly announce: Announcer['announce']
  /** Hears of processes that end by themselves. */
  readonly parts?: PartWatch | undefined
  /** Answers a process. The answer is plain. */
  readonly answer: (question: Question) => Promise<unknown>
}
