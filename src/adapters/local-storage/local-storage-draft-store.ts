import type { DraftStore, UnsavedFlow } from '../../core/flows/draft-store.ts'
import type { Flow, FlowChange, FlowConfig } from '../../core/flows/flow.ts'
import { LocalStorageValue } from './local-storage-value.ts'

/** One entry per person and flow, there only while something is not saved. */
export class LocalStorageDraftStore implements DraftStore {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  load(userId: string, flowId: string): UnsavedFlow | undefined {
    const { base, change, at } = asRecord(this.#of(userId, flowId).read())
    return isFlow(base) && base.id === flowId && isChange(change) && typeof at === 'number'
      ? { base, change, at }
      : undefined
  }

  save(userId: string, flowId: string, draft: UnsavedFlow): void {
    this.#of(userId, flowId).write(draft)
  }

  remove(userId: string, flowId: string): void {
    this.#of(userId, flowId).remove()
  }

  #of(userId: string, flowId: string): LocalStorageValue {
    return new LocalStorageValue(this.#storage, `millrace.drafts.${userId}.${flowId}`)
  }
}

// The storage is everybody's who can open the browser's tools: what is in it is checked like any input.
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function isFlow(value: unknown): value is Flow {
  const { id, name, enabled, config } = asRecord(value)
  return typeof id === 'string' && typeof name === 'string' && typeof enabled === 'boolean' && isConfig(config)
}

function isChange(value: unknown): value is FlowChange {
  const { name, enabled, config } = asRecord(value)
  return (
    typeof value === 'object' &&
    value !== null &&
    ['string', 'undefined'].includes(typeof name) &&
    ['boolean', 'undefined'].includes(typeof enabled) &&
    (config === undefined || isConfig(config))
  )
}

function isConfig(value: unknown): value is FlowConfig {
  const { streams, transformations } = asRecord(value)
  return isListOf(streams, 'entity') && isListOf(transformations, 'id')
}

const isListOf = (value: unknown, key: string): boolean =>
  Array.isArray(value) && value.every((item) => typeof asRecord(item)[key] === 'string')
