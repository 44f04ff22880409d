import type { AuditChange } from '../audit/audit-event.ts'
import { modesOf } from '../catalog/connections/connection-types.ts'
import { defined } from '../catalog/defined.ts'
import type { FlowConfig, FlowStream } from '../flows/flow.ts'
import type { FailedStream } from './failure.ts'
import type { FlowAct, FlowMend } from './mend.ts'

type Setting = 'drift' | 'onInvalid' | 'emptyCursor' | 'ownTypes' | 'zeroDates' | 'vanishedPercent' | 'mode' | 'cursor'

/** The names that versions have for the settings. */
const WRITTEN: Readonly<Record<Setting, string>> = {
  drift: 'drift',
  onInvalid: 'on_invalid',
  emptyCursor: 'empty_cursor',
  ownTypes: 'own_types',
  zeroDates: 'zero_dates',
  vanishedPercent: 'vanished_percent',
  mode: 'mode',
  cursor: 'cursor',
}

/** Sets one setting of the table that failed; without a value, the setting is removed. Nothing if that changes nothing. */
export function streamMend(
  failed: FailedStream,
  act: FlowAct,
  [setting, value]: readonly [Setting, string | number | undefined],
  names: readonly string[] = [],
): readonly FlowMend[] {
  const listed = listedTables(failed)
  const own = listed?.streams.find(({ entity }) => entity === failed.stream?.entity)
  if (!listed || !own || own[setting] === value) return []
  const { [setting]: before, ...rest } = own
  const mended = (value === undefined ? rest : { ...rest, [setting]: value }) as FlowStream
  const change: AuditChange = defined({
    path: ['streams', own.entity, WRITTEN[setting]],
    kind: before === undefined ? 'added' : value === undefined ? 'removed' : 'changed',
    from: before === undefined ? undefined : String(before),
    to: value === undefined ? undefined : String(value),
  })
  const streams = listed.streams.map((stream) => (stream === own ? mended : stream))
  return [{ kind: 'flow', act, names, config: { ...listed.config, streams }, changes: [change], ...listed.also }]
}

/** The tables of a flow with their settings. A flow of all tables lists those of its run, because a setting belongs to one of them. */
export function listedTables({ config, entities, destination }: FailedStream):
  | {
      readonly config: FlowConfig
      readonly streams: readonly FlowStream[]
      readonly also: Pick<FlowMend, 'listsTables'>
    }
  | undefined {
  if (!config) return undefined
  if (config.streams.length > 0) return { config, streams: config.streams, also: {} }
  const [mode = 'replace'] = modesOf(destination?.type ?? '')
  return { config, streams: entities.map((entity) => ({ entity, mode })), also: { listsTables: true } }
}
