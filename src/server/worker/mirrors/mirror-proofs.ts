import { isProofDue, type LastProof } from '../../../core/catalog/mirrors/proof-due.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { TableProof } from '../../../engine/mirror/proving.ts'
import type { MirrorEvent } from '../../../engine/mirror/run-mirror.ts'
import type { AppliedTable } from '../../../engine/ports/change-batch.ts'
import { raiseMirrorAlert } from '../../domain/alerts/raise-mirror-alert.ts'
import { sealDifference } from '../../domain/mirrors/mirror-differences.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import {
  listProvenTables,
  type MirrorDifferenceRow,
  type ProvenTableRow,
  saveMirrorDifference,
  storeProof,
  storeRepair,
} from '../../store/mirrors/mirror-proofs.ts'
import type { Vault } from '../../vault/vault.ts'
import { runError } from '../runs/run-progress.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** Which tables of a mirror should be compared, and what the comparisons have found. */
export class MirrorProofs {
  readonly #deps: Deps
  readonly #mirror: ClaimedMirror
  readonly #tables = new Map<string, LastProof | undefined>()
  /** By a person. */
  readonly #asked = new Set<string>()
  /** By what the mirror has met. */
  readonly #doubted = new Set<string>()
  /** Their rows have passed steps: no comparison tells anything. */
  readonly #leftOut = new Set<string>()
  /** What is to be stored, in its order. */
  #writes: ((query: Query) => Promise<unknown>)[] = []

  constructor(deps: Deps, mirror: ClaimedMirror) {
    this.#deps = deps
    this.#mirror = mirror
  }

  async load(): Promise<void> {
    const { flow_id: flowId } = this.#mirror
    for (const row of await this.#deps.database.asSystem((query) => listProvenTables(query, flowId)))
      this.#tables.set(row.entity, lastOf(row))
  }

  /** @param onlyAsked an application may write to the destination already: what only it has is not taken back without a word of a person */
  due({ onlyAsked }: { readonly onlyAsked: boolean }): readonly string[] {
    const now = Date.now()
    const isDue = (entity: string, last: LastProof | undefined) =>
      this.#asked.has(entity) || (!onlyAsked && (this.#doubted.has(entity) || isProofDue(last, now)))
    return [...this.#tables].flatMap(([entity, last]) => (isDue(entity, last) ? [entity] : []))
  }

  /** A person wants a comparison soon. */
  ask(entity: string): void {
    if (this.#leftOut.has(entity)) this.#logLeftOut(entity)
    else this.#asked.add(entity)
  }

  /** Tables that are not compared, because steps change their rows. */
  leaveOut(entities: readonly string[]): void {
    for (const entity of entities) {
      this.#leftOut.add(entity)
      this.#tables.delete(entity)
      this.#logLeftOut(entity)
    }
  }

  apply(event: MirrorEvent): void {
    if (event.kind === 'proof') this.#take(event.proof)
    if (event.kind === 'repaired') this.#repaired(event.applied)
    if (event.kind === 'doubtful') this.#doubted.add(event.entity)
    // Somebody else has changed the destination.
    if (event.kind === 'batch')
      for (const { name, divergent } of event.batch.tables) if (divergent > 0) this.#doubted.add(name)
  }

  /** @throws when the store is away; then it is stored later */
  async store(): Promise<void> {
    for (let write = this.#writes[0]; write; write = this.#writes[0]) {
      await this.#deps.database.asSystem(write)
      this.#writes.shift()
    }
  }

  #logLeftOut(entity: string): void {
    const now = new Date()
    const left = { entity, asOf: now, endedAt: now, rows: undefined, difference: undefined, problem: CHANGED_BY_STEPS }
    this.#writes.push((query) => storeProof(query, this.#mirror.flow_id, left))
  }

  #take(proof: TableProof): void {
    const { entity, asOf, endedAt, problem } = proof
    const { flow_id: flowId, organization_id: organizationId } = this.#mirror
    const rows = proof.difference?.rows
    const difference = differenceOf(proof)
    const isStill = this.#tables.get(entity)?.outcome.endsWith('different') === true
    const outcome = problem ? 'failed' : !difference ? 'equal' : isStill ? 'still different' : 'different'
    this.#asked.delete(entity)
    this.#doubted.delete(entity)
    this.#tables.set(entity, { outcome, endedAt: endedAt.getTime(), rows: rows ?? this.#tables.get(entity)?.rows ?? 0 })
    const found = { entity, asOf, endedAt, rows, difference, problem: problem && runError(problem) }
    this.#writes.push((query) => storeProof(query, flowId, found))
    if (!difference || problem) return
    const { columns = [], sample = [] } = proof.difference ?? {}
    const sealed = sealDifference(this.#deps.vault, organizationId, flowId, { columns, rows: sample })
    this.#writes.push(async (query) => {
      await saveMirrorDifference(query, this.#mirror, entity, sealed)
      // People have been told.
      if (isStill) return
      const { missing, changed, extra } = difference
      const found = { missing, changed, extra }
      await raiseMirrorAlert(query, { organizationId, flowId, entity, event: 'failed', difference: found })
    })
  }

  #repaired({ name: entity, divergent }: AppliedTable): void {
    const isStill = this.#tables.get(entity)?.outcome === 'still different'
    const { flow_id: flowId, organization_id: organizationId } = this.#mirror
    this.#writes.push(async (query) => {
      await storeRepair(query, flowId, entity, divergent)
      if (isStill) return
      await raiseMirrorAlert(query, { organizationId, flowId, entity, event: 'recovered', repaired: divergent })
    })
  }
}

const CHANGED_BY_STEPS = runError({
  code: 'NOT_SUPPORTED',
  message: sentence`Not compared with its source: steps change its rows.`,
})

function lastOf({ proven_at, proven_rows, compared_at, difference, proof_problem }: ProvenTableRow) {
  if (!compared_at) return undefined
  const isDifferent = difference !== null && (proven_at === null || Date.parse(difference.as_of) > proven_at.getTime())
  const outcome = proof_problem ? ('failed' as const) : isDifferent ? ('different' as const) : ('equal' as const)
  return { outcome, endedAt: compared_at.getTime(), rows: proven_rows ?? 0 }
}

function differenceOf({ asOf, difference }: TableProof): MirrorDifferenceRow | undefined {
  if (!difference) return undefined
  const { missing, changed, extra, isUnlocated } = difference
  if (missing + changed + extra === 0) return undefined
  const found = { as_of: asOf.toISOString(), missing, changed, extra }
  return isUnlocated ? { ...found, is_unlocated: true } : found
}
