import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem, type TestStage, type TestStageName } from '../../ports/connector.ts'

/** Leaves half a second of the ten seconds of a test for the work after it. */
const TIME_LIMIT_MS = 9_500

/** Runs one step; the returned `detail` is shown to the user. */
export type Stage = <T extends { readonly detail?: Sentence | undefined }>(
  name: TestStageName,
  work: () => Promise<T>,
) => Promise<T>

/**
 * A connection test of a vendor: its stages in order, up to the first failure; later stages are not tried.
 * @param names all stages, including those that are not reached. @returns within 10 s, whatever the vendor does
 */
export async function tryStages(
  names: readonly TestStageName[],
  vendor: string,
  outer: AbortSignal,
  work: (stage: Stage, signal: AbortSignal) => Promise<void>,
): Promise<readonly TestStage[]> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(TIME_LIMIT_MS)])
  const done = new Map<TestStageName, TestStage>()

  const stage: Stage = async (name, step) => {
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const result = await step()
      const { detail } = result
      done.set(name, defined({ stage: name, status: 'passed', milliseconds: elapsed(), detail }))
      return result
    } catch (error) {
      done.set(name, {
        stage: name,
        status: 'failed',
        milliseconds: elapsed(),
        problem: problemOf(error, signal, vendor),
      })
      throw error
    }
  }

  try {
    await work(stage, signal)
  } catch (error) {
    // Errors of a stage are in its report; any other error is a bug.
    if (![...done.values()].some(({ status }) => status === 'failed')) throw error
  }
  return names.map((name) => done.get(name) ?? { stage: name, status: 'skipped', milliseconds: 0 })
}

function problemOf(error: unknown, signal: AbortSignal, vendor: string): Problem {
  if (error instanceof ConnectorError) return error.problem
  if (!signal.aborted) throw error
  return {
    code: 'VENDOR_UNAVAILABLE',
    message: sentence`${vendor} did not answer in time.`,
    hint: sentence`Try again in a moment.`,
    retryable: true,
  }
}
