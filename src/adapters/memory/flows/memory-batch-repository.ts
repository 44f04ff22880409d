import type { Batch, BatchChange, BatchFailure } from '../../../core/batches/batch.ts'
import type { BatchRepository } from '../../../core/batches/batch-repository.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Failure } from '../../../core/failure.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowRepository } from '../../../core/flows/flow-repository.ts'
import { ok, type Result } from '../../../core/result.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'

/** Does what is asked at once, with the fake of the flows. */
export class MemoryBatchRepository extends MemoryAnswers implements BatchRepository {
  readonly #flows: FlowRepository
  readonly #asked = new Map<string, readonly string[]>()
  batches: Batch[] = []

  constructor(flows: FlowRepository) {
    super()
    this.#flows = flows
  }

  async start(organizationId: string, flowIds: readonly string[], change?: BatchChange): Promise<Result<string>> {
    const asked = await this.answer(() => `batch-${this.batches.length + 1}`)
    if (!asked.ok) return asked
    this.#asked.set(asked.value, flowIds)
    const failures: BatchFailure[] = []
    const listed = await this.#flows.list(organizationId)
    for (const flowId of flowIds) {
      const flow = listed.ok ? listed.value.find(({ id }) => id === flowId) : undefined
      const result = await (change
        ? this.#flows.update(organizationId, flowId, changeOf(change, flow))
        : this.#flows.run(organizationId, flowId, `${asked.value} ${flowId}`))
      if (!result.ok)
        failures.push({
          flowId,
          name: flow?.name ?? flowId,
          error: { code: 'FAILED', message: textOf(result.failure) },
        })
    }
    const batch = { id: asked.value, askedBy: 'uid-of-ada@example.com', createdAt: new Date(0).toISOString() }
    const counts = { flows: flowIds.length, waiting: 0, running: 0, failures }
    this.batches = [{ ...batch, ...counts, isChange: change !== undefined }, ...this.batches]
    return ok(asked.value)
  }

  list(): Promise<Result<readonly Batch[]>> {
    return this.answer(() => this.batches)
  }

  flowsOf(_organizationId: string, id: string): Promise<Result<readonly string[]>> {
    return this.answer(() => this.#asked.get(id) ?? NOT_FOUND)
  }

  cancel(_organizationId: string, id: string): Promise<Result<void>> {
    return this.answerNothing(() => {
      if (!this.batches.some((batch) => batch.id === id)) return NOT_FOUND
      const cancelledAt = new Date(0).toISOString()
      this.batches = this.batches.map((batch) =>
        batch.id === id ? { ...batch, waiting: 0, running: 0, cancelledAt } : batch,
      )
    })
  }

  close(_organizationId: string, id: string): Promise<Result<void>> {
    return this.answerNothing(() => {
      if (!this.batches.some((batch) => batch.id === id)) return NOT_FOUND
      this.batches = this.batches.filter((batch) => batch.id !== id)
    })
  }
}

function changeOf(
  { enabled, schedule, freshnessMinutes, owner, addTags = [], removeTags = [] }: BatchChange,
  flow: Flow | undefined,
) {
  const { schedule: _, ...config } = flow?.config ?? { streams: [], transformations: [] }
  const tags = [...(flow?.tags ?? []), ...addTags].filter((tag) => !removeTags.includes(tag))
  return defined({
    enabled,
    freshnessMinutes,
    owner,
    config: schedule === undefined ? undefined : { ...config, ...defined({ schedule: schedule ?? undefined }) },
    tags: addTags.length + removeTags.length > 0 ? tags : undefined,
  })
}

const textOf = (failure: Failure): string =>
  failure.kind === 'http' ? (failure.serverMessage ?? failure.statusText) : failure.kind
