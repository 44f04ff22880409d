import { defined } from '../catalog/defined.ts'
import type { FlowConfig } from './flow.ts'

/** The same flow with other SQL around its rows; none for empty texts. */
export function withSqlHooks(
  { sqlBefore: _, sqlAfter: __, ...config }: FlowConfig,
  { before, after }: { readonly before: string; readonly after: string },
): FlowConfig {
  return {
    ...config,
    ...defined({
      sqlBefore: before.trim() !== '' ? before : undefined,
      sqlAfter: after.trim() !== '' ? after : undefined,
    }),
  }
}
