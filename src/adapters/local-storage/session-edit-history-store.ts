import type { EditHistoryStore, EditSnapshot, StoredEditHistory } from '../../core/flows/drafts/edit-history-store.ts'
import { LocalStorageValue } from './local-storage-value.ts'
import { asRecord, isFlow } from './stored-flow.ts'

/** Maximum number of characters of all snapshots together: a storage can have about five million. */
const LARGEST = 500_000

/** In the tab's own storage, which outlives a reload and ends with the tab. */
export class SessionEditHistoryStore implements EditHistoryStore {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  load(userId: string, flowId: string): StoredEditHistory | undefined {
    const { version, past, future } = asRecord(this.#of(userId, flowId).read())
    if (!isHistory(past) || !isHistory(future)) return undefined
    return { version: typeof version === 'number' ? version : undefined, past, future }
  }

  save(userId: string, flowId: string, { version, past, future }: StoredEditHistory): void {
    this.#of(userId, flowId).write({ version, past: latest(past), future: latest(future) })
  }

  #of(userId: string, flowId: string): LocalStorageValue {
    return new LocalStorageValue(this.#storage, `millrace.edits.${userId}.${flowId}`)
  }
}

/** As many of the latest as fit. */
function latest(snapshots: readonly EditSnapshot[]): readonly EditSnapshot[] {
  let left = LARGEST / 2
  const first = snapshots.findLastIndex((snapshot) => {
    left -= JSON.stringify(snapshot).length
    return left < 0
  })
  return snapshots.slice(first + 1)
}

const isHistory = (value: unknown): value is readonly EditSnapshot[] =>
  Array.isArray(value) &&
  value.every((snapshot) => {
    const { draft, placed } = asRecord(snapshot)
    return isFlow(draft) && typeof placed === 'object' && placed !== null
  })
