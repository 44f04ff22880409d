import type { FlowConfig } from './flow.ts'

/** The same flow with other SQL around its rows; none for empty texts. */
export function withSqlAround(
  { sqlBefore: _, sqlAfter: __, ...config }: FlowConfig,
  { before, after }: { readonly before: string; readonly after: string },
): FlowConfig {
  return {
    ...config,
    ...(before.trim() !== '' && { sqlBefore: before }),
    ...(after.trim() !== '' && { sqlAfter: after }),
  }
}
