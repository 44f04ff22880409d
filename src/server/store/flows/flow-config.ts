import type { BudgetKind } from '../../../core/catalog/budgets.ts'
import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import type { WriteMode } from '../../../core/catalog/connections/connection-types.ts'
import type { DriftPolicy } from '../../../core/catalog/policies/drift-policies.ts'
import type { EmptyCursorPolicy } from '../../../core/catalog/policies/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../../../core/catalog/policies/invalid-policies.ts'
import type { OwnTypePolicy } from '../../../core/catalog/policies/own-type-policies.ts'
import type { VanishedPolicy } from '../../../core/catalog/policies/vanished-policies.ts'
import type { VerifyPolicy } from '../../../core/catalog/policies/verify-policies.ts'
import type { ZeroDatePolicy } from '../../../core/catalog/policies/zero-date-policies.ts'
import type { AfterPolicy } from '../../../core/catalog/schedules/flow-order.ts'
import type { OverlapPolicy } from '../../../core/catalog/schedules/schedule-rules.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'

/** The settings of a flow in their stored form; the engine documents each of them. */
export interface FlowConfig {
  readonly streams: readonly ConfiguredStream[]
  readonly transformations: readonly ConfiguredStep[]
  readonly schedule?: Schedule | null | undefined
  /** Texts on its picture. */
  readonly comments?: readonly ConfiguredComment[] | undefined
  /** Executed in the destination before the first row is moved, and after all have arrived; see `SqlHooks`. */
  readonly sql_before?: string | undefined
  readonly sql_after?: string | undefined
  /** Absent: only rows. */
  readonly structure?: 'all' | undefined
  /** Only workers of this class take its runs; absent: those without a class. */
  readonly worker_class?: string | undefined
  /** Of a mirror whose destination gets batches in an interval. Absent: the usual one. */
  readonly mirror_seconds?: number | undefined
  /** The flows after which it starts, beside its schedule. */
  readonly after?: After | null | undefined
  /** Limits for a calendar month in UTC. */
  readonly budget?: StoredBudget | null | undefined
}

/** With what only people read. */
export interface ConfiguredStep extends Step {
  readonly name?: string | undefined
  readonly note?: string | undefined
}

export type StoredBudget = { readonly [Kind in BudgetKind]?: number | null | undefined }

export interface ConfiguredStream {
  readonly entity: string
  readonly target?: string | undefined
  readonly mode: WriteMode
  readonly key?: string[] | undefined
  readonly cursor?: string | undefined
  readonly columns?: string[] | undefined
  readonly drift?: DriftPolicy | undefined
  readonly on_invalid?: InvalidPolicy | undefined
  readonly zero_dates?: ZeroDatePolicy | undefined
  readonly empty_cursor?: EmptyCursorPolicy | undefined
  readonly own_types?: OwnTypePolicy | undefined
  readonly on_vanished?: VanishedPolicy | undefined
  readonly vanished_column?: string | undefined
  readonly vanished_percent?: number | undefined
  readonly verify?: VerifyPolicy | undefined
  readonly checks?: readonly DataCheck[] | undefined
  readonly mapping?: Readonly<Record<string, string>> | undefined
}

export interface ConfiguredComment {
  readonly id: string
  readonly text: string
  readonly x: number
  readonly y: number
}

export interface After {
  readonly flows: readonly { readonly id: string }[]
  readonly when: AfterPolicy
}

export interface Schedule {
  readonly cron: string
  readonly timezone: string
  /** What a run does while the previous one is active; absent: it is skipped. */
  readonly overlap?: OverlapPolicy | undefined
}
