import { LIMIT_KINDS, type LimitKind } from '../../../core/catalog/limits.ts'
import { throwIfMoving } from './organization-moving.ts'

/** An insert that a trigger has refused, because there are as many as there may be (migrations/0069-limits.sql). */
export class LimitReached extends Error {
  readonly kind: LimitKind
  readonly count: number
  readonly limit: number

  constructor({ kind, count, limit }: Pick<LimitReached, 'kind' | 'count' | 'limit'>) {
    super(`there are ${count} of at most ${limit} ${kind}`)
    this.name = 'LimitReached'
    this.kind = kind
    this.count = count
    this.limit = limit
  }
}

/** The error of our triggers, as the class of our own. @throws any other error unchanged */
export function throwNamed(error: unknown): never {
  throwIfMoving(error)
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'MR001' || !('detail' in error)) throw error
  const { kind, count, limit } = JSON.parse(String(error.detail)) as Record<string, unknown>
  const known = LIMIT_KINDS.find((name) => name === kind)
  throw known ? new LimitReached({ kind: known, count: Number(count), limit: Number(limit) }) : error
}
