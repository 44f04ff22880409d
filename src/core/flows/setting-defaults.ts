import type { CheckSeverity } from '../catalog/checks/data-checks.ts'
import type { DriftPolicy } from '../catalog/policies/drift-policies.ts'
import type { EmptyCursorPolicy } from '../catalog/policies/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../catalog/policies/invalid-policies.ts'
import type { OwnTypePolicy } from '../catalog/policies/own-type-policies.ts'
import type { VanishedPolicy } from '../catalog/policies/vanished-policies.ts'
import type { VerifyPolicy } from '../catalog/policies/verify-policies.ts'
import type { ZeroDatePolicy } from '../catalog/policies/zero-date-policies.ts'
import type { OverlapPolicy } from '../catalog/schedules/schedule-rules.ts'

interface Defaults {
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
