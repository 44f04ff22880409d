import type { TargetRequest } from '../../../ports/destination.ts'
import { sourceKey } from '../../shared/row-key.ts'

/** What tells the rows of the source apart, where they come as they are; else empty. */
export const ownKey = ({ columns, system, computed }: TargetRequest): readonly string[] =>
  system !== undefined && computed === undefined ? sourceKey(columns) : []

/** Of several rows with one key the last one stays, already where they wait; by the source's own key, without steps, there are none. */
export const isSourceKey = ({ columns, key, system }: TargetRequest): boolean => {
  const own = sourceKey(columns)
  return (
    system !== undefined &&
    own.length > 0 &&
    (!key?.length || (key.length === own.length && key.every((name) => own.includes(name))))
  )
}
