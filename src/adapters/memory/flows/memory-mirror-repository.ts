import type { CutOverAction } from '../../../core/catalog/mirrors/cut-over.ts'
import type {
  MirroredTableAction,
  MirroredTableState,
  WantedMirror,
} from '../../../core/catalog/mirrors/mirror-states.ts'
import type {
  ListedMirror,
  Mirror,
  MirroredTable,
  MirrorReadiness,
  MirrorWindow,
} from '../../../core/mirrors/mirror.ts'
import type { AskedReadiness, MirrorRepository } from '../../../core/mirrors/mirror-repository.ts'
import type { Result } from '../../../core/result.ts'
import type { RowChanges } from '../../../core/runs/rows/row-changes.ts'
import { MemoryAnswers } from '../memory-answers.ts'

export class MemoryMirrorRepository extends MemoryAnswers implements MirrorRepository {
  readonly mirrors = new Map<string, Mirror>()
  readonly received = new Map<string, readonly MirrorWindow[]>()
  listed: readonly ListedMirror[] = []
  differing: RowChanges = { columns: [], rows: [] }
  readiness: MirrorReadiness = { hindrances: [], tables: [] }
  /** What the last check was about. */
  asked: AskedReadiness | undefined

  list(): Promise<Result<readonly ListedMirror[]>> {
    return this.answer(() => this.listed)
  }

  get(_organizationId: string, flowId: string): Promise<Result<Mirror>> {
    return this.answer(() => this.#mirrorOf(flowId))
  }

  windows(_organizationId: string, flowId: string, before = Number.POSITIVE_INFINITY) {
    return this.answer(() => (this.received.get(flowId) ?? []).filter(({ number }) => number < before).slice(0, 60))
  }

  check(_organizationId: string, _flowId: string, asked: AskedReadiness): Promise<Result<MirrorReadiness>> {
    this.asked = asked
    return this.answer(() => this.readiness)
  }

  want(_organizationId: string, flowId: string, wanted: WantedMirror): Promise<Result<Mirror>> {
    return this.answer(() => {
      const state = ({ on: 'starting', paused: 'paused', off: 'off' } as const)[wanted]
      return this.#store(flowId, { ...this.#mirrorOf(flowId), wanted, state })
    })
  }

  compare(_organizationId: string, flowId: string, entities?: readonly string[]): Promise<Result<Mirror>> {
    return this.answer(() => {
      const mirror = this.#mirrorOf(flowId)
      const isAsked = ({ entity }: MirroredTable) => entities === undefined || entities.includes(entity)
      const compareAskedAt = new Date().toISOString()
      const tables = mirror.tables.map((table) => (isAsked(table) ? { ...table, compareAskedAt } : table))
      return this.#store(flowId, { ...mirror, tables })
    })
  }

  changeCutOver(_organizationId: string, flowId: string, action: CutOverAction): Promise<Result<Mirror>> {
    return this.answer(() => {
      const { cutOver: _, ...mirror } = this.#mirrorOf(flowId)
      const askedAt = new Date().toISOString()
      return this.#store(flowId, action === 'abort' ? mirror : { ...mirror, cutOver: { askedAt, state: 'asked' } })
    })
  }

  difference(): Promise<Result<RowChanges>> {
    return this.answer(() => this.differing)
  }

  changeTable(_organizationId: string, flowId: string, action: MirroredTableAction, entity?: string) {
    return this.answer(() => {
      const mirror = this.#mirrorOf(flowId)
      const tables = mirror.tables.map((table) =>
        entity === undefined || table.entity === entity ? { ...table, state: AFTER[action] } : table,
      )
      return this.#store(flowId, { ...mirror, tables })
    })
  }

  #mirrorOf(flowId: string): Mirror {
    return this.mirrors.get(flowId) ?? NEVER_STARTED
  }

  #store(flowId: string, mirror: Mirror): Mirror {
    this.mirrors.set(flowId, mirror)
    return mirror
  }
}

const NEVER_STARTED: Mirror = { wanted: 'off', state: 'off', changesPerSecond: 0, tables: [] }

const AFTER: Readonly<Record<MirroredTableAction, MirroredTableState>> = {
  pause: 'paused',
  resume: 'following',
  copy: 'copying',
}
