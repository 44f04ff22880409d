import type { Capability } from '../../core/catalog/connection-types.ts'
import type { Problem, TestStage, TestStageName } from './connector.ts'

/** Is told how each step goes; connection tests show it, everything else leaves it out. */
export type StageObserver = <T>(stage: TestStageName, work: () => Promise<T>) => Promise<T>

const STAGES: readonly TestStageName[] = ['resolve', 'connect', 'tls', 'sign-in', 'read', 'write']

const tooSlow: Problem = {
  code: 'SERVER_SILENT',
  message: 'The server did not answer in time.',
  hint: 'Check the host and the port, that firewalls let this server in, and that the database is healthy.',
  field: 'host',
  retryable: true,
}

/** What became of each stage of a connection test. A stage may run twice, as with the SSL mode `prefer`; the last try is the one that counts. */
export class TestRecord {
  readonly #done = new Map<TestStageName, TestStage>()
  readonly #signal: AbortSignal
  readonly #problemOf: (error: unknown) => Problem

  constructor(signal: AbortSignal, problemOf: (error: unknown) => Problem) {
    this.#signal = signal
    this.#problemOf = problemOf
  }

  readonly observe: StageObserver = async (stage, work) => {
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const result = await work()
      this.#done.set(stage, { stage, status: 'passed', milliseconds: elapsed() })
      return result
    } catch (error) {
      const problem = this.#signal.aborted ? tooSlow : this.#problemOf(error)
      this.#done.set(stage, { stage, status: 'failed', milliseconds: elapsed(), problem })
      throw error
    }
  }

  annotate(stage: TestStageName, detail: string): void {
    const found = this.#done.get(stage)
    if (found) this.#done.set(stage, { ...found, detail })
  }

  /** What went wrong before or between stages is the first one's. */
  blame(error: unknown): void {
    if ([...this.#done.values()].some(({ status }) => status === 'failed')) return
    const [stage = 'resolve'] = STAGES
    this.#done.set(stage, { stage, status: 'failed', milliseconds: 0, problem: this.#problemOf(error) })
  }

  /** Those that a test for this use has, in order. */
  stages(capability: Capability): readonly TestStage[] {
    return STAGES.filter((stage) => isAsked(stage, capability)).map(
      (stage) => this.#done.get(stage) ?? { stage, status: 'skipped', milliseconds: 0 },
    )
  }
}

const isAsked = (stage: TestStageName, capability: Capability) =>
  !(stage === 'write' && capability === 'source') && !(stage === 'read' && capability === 'destination')
