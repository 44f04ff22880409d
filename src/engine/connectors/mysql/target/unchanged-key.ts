import type { TargetRequest } from '../../../ports/target-request.ts'
import { sourceKey } from '../../shared/row-key.ts'

/** The key of the source's rows, if they arrive unchanged; otherwise empty. */
export const unchangedKey = ({ columns, system, computed }: TargetRequest): readonly string[] =>
  system !== undefined && computed === undefined ? sourceKey(columns) : []

/** Of several rows with one key only the last one stays, already in the staging table; the source's own key, without steps, has no duplicates. */
export const isSourceKey = ({ columns, key, system }: TargetRequest): boolean => {
  const own = sourceKey(columns)
  return (
    system !== undefined &&
    own.length > 0 &&
    (!key?.length || (key.length === own.length && key.every((name) => own.includes(name))))
  )
}
