import type { FlowResponse } from '../../contract/flows.ts'
import { WRITE_MODES } from '../../core/catalog/connections/connection-types.ts'
import { DRIFT_POLICIES } from '../../core/catalog/policies/drift-policies.ts'
import { EMPTY_CURSOR_POLICIES } from '../../core/catalog/policies/empty-cursor-policies.ts'
import { INVALID_POLICIES } from '../../core/catalog/policies/invalid-policies.ts'
import { OWN_TYPE_POLICIES } from '../../core/catalog/policies/own-type-policies.ts'
import { VANISHED_POLICIES } from '../../core/catalog/policies/vanished-policies.ts'
import { VERIFY_POLICIES } from '../../core/catalog/policies/verify-policies.ts'
import { ZERO_DATE_POLICIES } from '../../core/catalog/policies/zero-date-policies.ts'
import { AFTER_POLICIES } from '../../core/catalog/schedules/flow-order.ts'
import { OVERLAP_POLICIES } from '../../core/catalog/schedules/schedule-rules.ts'
import type {
  Flow,
  FlowConfig,
  FlowConnection,
  FlowStream,
  Schedule,
  StartsAfter,
  Transformation,
} from '../../core/flows/flow.ts'
import { budgetFromWire } from './http-budget-repository.ts'
import { runSummaryFromWire, statusFromWire } from './run-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

type WireConfig = NonNullable<FlowResponse['config']>
type WireStream = NonNullable<WireConfig['streams']>[number]
type WireTransformation = NonNullable<WireConfig['transformations']>[number]

export const flowFromWire = ({ id, name, enabled, ...row }: FlowResponse): Flow => ({
  id,
  // The specification's flow has no name (spec §3); the client still needs one.
  name: name || id,
  enabled: enabled ?? true,
  config: configFromWire(row.config ?? {}),
  ...withoutAbsent({
    version: row.version,
    sourceConnection: row.source_connection && connectionFromWire(row.source_connection),
    destinationConnection: row.destination_connection && connectionFromWire(row.destination_connection),
    lastRun: row.last_run && runSummaryFromWire(row.last_run),
    recentStates: row.recent_states?.map(statusFromWire),
    freshnessMinutes: row.freshness_minutes,
    lateSince: row.late_since,
    codeFile: row.code_file,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
})

const connectionFromWire = ({
  id,
  name,
  type,
  is_stand_in,
}: NonNullable<FlowResponse['source_connection']>): FlowConnection => ({
  id,
  ...withoutAbsent({ name, type }),
  ...(is_stand_in && { isStandIn: true }),
})

export const configFromWire = ({
  streams = [],
  transformations = [],
  schedule,
  after,
  sql_before,
  sql_after,
  budget,
  structure,
  ...other
}: WireConfig): FlowConfig => ({
  streams: streams.map(streamFromWire),
  transformations: transformations.map(transformationFromWire),
  ...withoutAbsent({ schedule: schedule && scheduleFromWire(schedule), after: after && afterFromWire(after) }),
  ...withoutAbsent({ sqlBefore: sql_before, sqlAfter: sql_after, budget: budget && budgetFromWire(budget) }),
  ...(structure === 'all' && { structure }),
  ...kept(other),
})

const scheduleFromWire = ({ cron, timezone = 'UTC', overlap }: NonNullable<WireConfig['schedule']>): Schedule => ({
  cron,
  timezone,
  ...withoutAbsent({ overlap: OVERLAP_POLICIES.find((known) => known === overlap) }),
})

const afterFromWire = ({ flows, when }: NonNullable<WireConfig['after']>): StartsAfter => ({
  flowIds: flows.map(({ id }) => id),
  when: AFTER_POLICIES.find((known) => known === when) ?? 'all_succeeded',
})

const streamFromWire = (row: WireStream): FlowStream => {
  const {
    entity,
    target,
    mode,
    key,
    cursor,
    columns,
    drift,
    on_invalid,
    zero_dates,
    empty_cursor,
    own_types,
    on_vanished,
    vanished_column,
    vanished_percent,
    mapping,
    checks,
    verify,
    ...other
  } = row
  return {
    entity,
    mode: WRITE_MODES.find((known) => known === mode) ?? 'replace',
    ...withoutAbsent({
      target,
      key,
      cursor,
      columns,
      mapping,
      checks,
      verify: VERIFY_POLICIES.find((known) => known === verify),
      drift: DRIFT_POLICIES.find((known) => known === drift),
      zeroDates: ZERO_DATE_POLICIES.find((known) => known === zero_dates),
      ownTypes: OWN_TYPE_POLICIES.find((known) => known === own_types),
      emptyCursor: EMPTY_CURSOR_POLICIES.find((known) => known === empty_cursor),
      onVanished: VANISHED_POLICIES.find((known) => known === on_vanished),
      vanishedColumn: vanished_column,
      vanishedPercent: vanished_percent,
      onInvalid: INVALID_POLICIES.find((known) => known === on_invalid),
    }),
    ...kept(other),
  }
}

/** The server's position is ignored (spec §3). */
const transformationFromWire = (row: WireTransformation): Transformation => {
  const { id, type, stream, settings, position: _, ...other } = row
  return { id, type: type ?? '', settings: settings ?? {}, ...withoutAbsent({ stream }), ...kept(other) }
}

const kept = (other: Readonly<Record<string, unknown>>) => (Object.keys(other).length > 0 ? { other } : {})
