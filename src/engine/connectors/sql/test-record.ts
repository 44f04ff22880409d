import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Problem, TestStage, TestStageName } from '../../ports/connector.ts'
import { isInternalError } from '../../ports/internal-error.ts'
import { TUNNEL_TOO_SLOW } from './database-route.ts'

/** Receives the result of each step; connection tests show it, other callers omit it. */
export type StageObserver = <T>(stage: TestStageName, work: () => Promise<T>) => Promise<T>

const STAGES: readonly TestStageName[] = ['tunnel', 'resolve', 'connect', 'tls', 'sign-in', 'read', 'write']

const tooSlow = (stage: TestStageName): Problem => (stage === 'tunnel' ? TUNNEL_TOO_SLOW : TOO_SLOW)

const TOO_SLOW: Problem = {
  code: 'SERVER_SILENT',
  message: sentence`The server did not answer in time.`,
  hint: sentence`Check the host and the port, that firewalls let this server in, and that the database is healthy.`,
  field: 'host',
  retryable: true,
}

interface RecordedTest {
  readonly signal: AbortSignal
  readonly hasTunnel: boolean
  readonly problemOf: (error: unknown) => Problem
}

/** The results of the stages of a connection test. A stage may run twice, as with the SSL mode `prefer`; the last result counts. */
export class TestRecord {
  readonly #done = new Map<TestStageName, TestStage>()
  readonly #test: RecordedTest

  constructor(test: RecordedTest) {
    this.#test = test
  }

  readonly observe: StageObserver = async (stage, work) => {
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const result = await work()
      this.#done.set(stage, { stage, status: 'passed', milliseconds: elapsed() })
      return result
    } catch (error) {
      const problem = this.#test.signal.aborted ? tooSlow(stage) : this.#test.problemOf(error)
      // Some refusals of the SSH server appear only when the database is dialled.
      const at = problem.code.startsWith('TUNNEL_') ? 'tunnel' : stage
      this.#done.set(at, { stage: at, status: 'failed', milliseconds: elapsed(), problem })
      throw error
    }
  }

  annotate(stage: TestStageName, detail: Sentence): void {
    const found = this.#done.get(stage)
    if (found) this.#done.set(stage, { ...found, detail })
  }

  /** An error before or between stages belongs to the first one. @throws an exception of our own code, which no stage is to blame for */
  blame(error: unknown): void {
    if (isInternalError(error)) throw error
    if ([...this.#done.values()].some(({ status }) => status === 'failed')) return
    const stage = this.#test.hasTunnel ? 'tunnel' : 'resolve'
    this.#done.set(stage, { stage, status: 'failed', milliseconds: 0, problem: this.#test.problemOf(error) })
  }

  /** The stages of a test for this use, in order. */
  stages(capability: Capability): readonly TestStage[] {
    const asked = STAGES.filter((stage) => isAsked(stage, capability) && (stage !== 'tunnel' || this.#test.hasTunnel))
    const end = asked.findIndex((stage) => this.#done.get(stage)?.status === 'failed')
    return asked.map((stage, n) => {
      const isReached = end === -1 || n <= end
      return (isReached && this.#done.get(stage)) || { stage, status: 'skipped', milliseconds: 0 }
    })
  }
}

const isAsked = (stage: TestStageName, capability: Capability) =>
  !(stage === 'write' && capability === 'source') && !(stage === 'read' && capability === 'destination')
