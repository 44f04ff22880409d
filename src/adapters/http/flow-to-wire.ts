import type { CreateFlowRequest } from '../../contract/requests/flows.ts'
import { isTransformationType } from '../../core/catalog/transformations/transformation-types.ts'
import type { FlowConfig, FlowStream, Schedule, Transformation } from '../../core/flows/flow.ts'
import { withoutAbsent } from './without-absent.ts'

type WireTransformation = NonNullable<WireConfig['transformations']>[number]
type WireConfig = NonNullable<CreateFlowRequest['config']>

/** Field by field, so that browser-only data, above all positions, is never sent (spec §3). */
export const configToWire = ({
  streams,
  transformations,
  schedule,
  after,
  sqlBefore,
  sqlAfter,
  budget,
  structure,
  other,
}: FlowConfig): WireConfig => ({
  ...other,
  streams: streams.map(streamToWire),
  transformations: transformations.map(transformationToWire),
  ...withoutAbsent({
    schedule: schedule && scheduleToWire(schedule),
    sql_before: sqlBefore,
    sql_after: sqlAfter,
    budget: budget && { ...budget },
    structure,
    after: after && { flows: after.flowIds.map((id) => ({ id })), when: after.when },
  }),
})

const scheduleToWire = ({ cron, timezone, overlap }: Schedule) => ({ cron, timezone, ...withoutAbsent({ overlap }) })

const streamToWire = ({
  entity,
  target,
  mode,
  key,
  cursor,
  columns,
  drift,
  onInvalid,
  zeroDates,
  emptyCursor,
  ownTypes,
  onVanished,
  vanishedColumn,
  vanishedPercent,
  mapping,
  checks,
  verify,
  other,
}: FlowStream) => ({
  ...other,
  entity,
  mode,
  ...withoutAbsent({
    target,
    key: key && [...key],
    cursor,
    columns: columns && [...columns],
    drift,
    on_invalid: onInvalid,
    zero_dates: zeroDates,
    empty_cursor: emptyCursor,
    own_types: ownTypes,
    on_vanished: onVanished,
    vanished_column: vanishedColumn,
    vanished_percent: vanishedPercent,
    mapping: mapping && { ...mapping },
    checks: checks && checksToWire(checks),
    verify,
  }),
})

/** A check that only its server knows is sent back unchanged. */
const checksToWire = (checks: NonNullable<FlowStream['checks']>) =>
  checks.map((check) => ({ ...check })) as NonNullable<NonNullable<WireConfig['streams']>[number]['checks']>

/** A step that only its server knows is sent back unchanged, even without type and settings. */
export const transformationToWire = ({ id, type, stream, settings, other }: Transformation) =>
  ({
    ...other,
    id,
    ...(type !== '' && { type }),
    ...((isTransformationType(type) || Object.keys(settings).length > 0) && { settings: { ...settings } }),
    ...withoutAbsent({ stream }),
  }) as WireTransformation
