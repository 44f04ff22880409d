import { defined } from '../../core/catalog/defined.ts'
import type { EndOfLimited } from '../../engine/child-process/launch-limited.ts'

/** Why we end a process: after its time limit, because it has answered nothing for long, or because nobody needs it. */
export type WhyEnded = 'time' | 'silent' | 'stopped'

export type EndOfTaskProcess = EndOfLimited<WhyEnded>

/** Of the program itself, when it may not have more memory. */
const OUT_OF_MEMORY = /out of memory|allocation failed|bad_alloc/i

type StateAtEnd = Pick<TaskProcessEnded, 'memory' | 'hasBegun' | 'hasChanged'>

/** The process of a task has ended before the task; nothing is known of what it has done last. */
export class TaskProcessEnded extends Error {
  override readonly name = 'TaskProcessEnded'
  readonly reason: EndOfTaskProcess['reason']
  /** The limit for its memory, in megabytes. */
  readonly memory: number
  /** Whether it had got the task. */
  readonly hasBegun: boolean
  /** Whether it may have changed something. */
  readonly hasChanged: boolean
  /** What it wrote last, for the log. */
  readonly lastWords: string

  constructor(end: EndOfTaskProcess, { memory, hasBegun, hasChanged }: StateAtEnd) {
    const reason = reasonOf(end)
    super(`The process ${inWords(reason, memory, end)}.`)
    this.reason = reason
    this.memory = memory
    this.hasBegun = hasBegun
    this.hasChanged = hasChanged
    this.lastWords = end.lastWords
  }

  /** What tells an operator why. */
  get fields(): Readonly<Record<string, string | number>> {
    return defined({ why: this.message, lastWords: this.lastWords || undefined })
  }
}

/** Also of one that told itself that it may not have more memory. */
export const reasonOf = ({ reason, lastWords }: EndOfTaskProcess): EndOfTaskProcess['reason'] =>
  reason === 'failed' && OUT_OF_MEMORY.test(lastWords) ? 'memory' : reason

function inWords(reason: EndOfTaskProcess['reason'], memory: number, { signal, code }: EndOfTaskProcess): string {
  switch (reason) {
    case 'memory':
      return `used more than ${memory} MB of memory`
    case 'time':
      return 'took longer than its time limit'
    case 'silent':
      return 'did not answer any more'
    case 'stopped':
      return 'was stopped'
    case 'failed':
      return signal === null ? `ended with code ${code}` : `ended with signal ${signal}`
  }
}
