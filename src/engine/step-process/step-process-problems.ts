import { durationWords } from '../../core/catalog/duration-words.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { Problem } from '../ports/connector.ts'
import type { EndOfProcess } from './launch-step-process.ts'
import type { StepLimits } from './step-limits.ts'

/** Problems of steps whose process has ended. */
export function processEnded(reason: EndOfProcess, { memory, idleSeconds }: StepLimits, lastWords: string): Problem {
  if (reason === 'memory' || /out of memory|allocation failed|bad_alloc/i.test(lastWords))
    return {
      code: 'TRANSFORMATION_TOO_LARGE',
      message: sentence`This step needs more than ${memory} MB of memory.`,
      hint: sentence`Filter rows or choose columns before it, make smaller values, or have STEP_MEMORY raised on the server.`,
      retryable: false,
    }
  if (reason === 'disk')
    return {
      code: 'TRANSFORMATION_TOO_LARGE',
      message: sentence`This step needs more room for temporary files than there is: the steps of all runs share it, and this one had the most.`,
      hint: sentence`Filter rows or choose columns before it, or have STEP_DISK and the room of the temporary folder raised on the server.`,
      retryable: false,
    }
  if (reason === 'idle')
    return {
      code: 'TRANSFORMATION_TOO_LARGE',
      message: sentence`This step has worked ${durationWords(idleSeconds)} of a processor’s time without a row.`,
      hint: sentence`Make the step simpler, filter rows before it, or have STEP_IDLE_MINUTES raised on the server.`,
      retryable: false,
    }
  return {
    code: 'TRANSFORMATION_FAILED',
    message: sentence`The process in which the steps ran has ended by itself.`,
    hint: sentence`Try again with fewer rows or columns before the step; if it happens again, report it.`,
    retryable: false,
  }
}

export const tookTooLong = ({ seconds }: StepLimits): Problem => ({
  code: 'PREVIEW_TOO_SLOW',
  message: sentence`It takes longer than ${durationWords(seconds)} to try this step.`,
  hint: sentence`Make the step simpler, or have STEP_SECONDS raised on the server.`,
  retryable: false,
})
