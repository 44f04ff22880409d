import type { CheckSeverity } from '../checks/data-checks.ts'
import type { OverlapPolicy } from '../schedules/schedule-rules.ts'
import type { DriftPolicy } from './drift-policies.ts'
import type { EmptyCursorPolicy } from './empty-cursor-policies.ts'
import type { InvalidPolicy } from './invalid-policies.ts'
import type { OwnTypePolicy } from './own-type-policies.ts'
import type { VanishedPolicy } from './vanished-policies.ts'
import type { VerifyPolicy } from './verify-policies.ts'
import type { ZeroDatePolicy } from './zero-date-policies.ts'

/** Stands for every column of a table, where a stream has no list of them. */
export const ALL_COLUMNS = '*'

interface Defaults {
  readonly columns: typeof ALL_COLUMNS
  readonly drift: DriftPolicy
  readonly on_invalid: InvalidPolicy
  readonly zero_dates: ZeroDatePolicy
  readonly empty_cursor: EmptyCursorPolicy
  readonly own_types: OwnTypePolicy
  readonly on_vanished: VanishedPolicy
  readonly verify: VerifyPolicy
  readonly severity: CheckSeverity
  readonly overlap: OverlapPolicy
  readonly structure: 'rows'
  readonly comes: 'rows'
}

const DEFAULTS: Defaults = {
  columns: ALL_COLUMNS,
  drift: 'follow',
  on_invalid: 'fail',
  zero_dates: 'null',
  empty_cursor: 'read',
  own_types: 'create',
  on_vanished: 'keep',
  verify: 'keys',
  severity: 'fail',
  overlap: 'skip',
  structure: 'rows',
  comes: 'rows',
}

/** What holds while a setting is absent, by its name in the API. */
export const SETTING_DEFAULTS: ReadonlyMap<string, string> = new Map(Object.entries(DEFAULTS))
