import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import type { RunMode, WriteMode } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { MARK_COLUMN, VANISHED_PERCENT } from '../../../core/catalog/policies/vanished-policies.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import type { KeptStream } from '../../store/rejects/rejected-rows.ts'
import type { LaterStream } from '../../store/runs/later-streams.ts'
import { partsOf, type ReplayMends, type RunWork } from '../../store/runs/run-work.ts'

/** A flow's streams in the form of the engine. */
export const requestStreams = (
  streams: FlowConfig['streams'],
  work: RunWork = { kind: 'move' },
): readonly StreamRequest[] =>
  streamsOf(streams, work).map(
    ({
      entity,
      target,
      mode,
      columns,
      key,
      mapping,
      cursor,
      drift,
      on_invalid: onInvalid,
      zero_dates: zeroDates,
      empty_cursor: emptyCursor,
      own_types: ownTypes,
      checks,
      verify,
      ...vanished
    }) => ({
      entity,
      ...modeOf(mode),
      ...defined({
        target,
        columns,
        key,
        mapping,
        cursor: cursor === undefined ? undefined : { column: cursor },
        drift,
        onInvalid,
        zeroDates,
        emptyCursor,
        ownTypes,
        verify,
      }),
      ...vanishedPolicy(vanished, work, entity),
      ...checksOf(checks, movesSomeRows(work)),
      ...rowsOf(work, entity),
    }),
  )

/** Runs of a mirror copy its tables as a whole. */
const modeOf = (mode: WriteMode): Pick<StreamRequest, 'mode' | 'isFollowed'> =>
  mode === 'mirror' ? { mode: 'replace', isFollowed: true } : { mode }

/** A part of the rows, or rows that are sent again, have another number and age than those of a whole run. */
function checksOf(checks: readonly DataCheck[] = [], areSomeRows: boolean): Pick<StreamRequest, 'checks'> {
  const meant = areSomeRows ? checks.filter(({ type }) => type !== 'row_count' && type !== 'freshness') : checks
  return meant.length > 0 ? { checks: meant } : {}
}

/** A flow of all tables has no streams; rows that are sent again need one for their table, or it would be replaced. */
const streamsOf = (streams: FlowConfig['streams'], work: RunWork): FlowConfig['streams'] =>
  work.kind === 'send-differing' && streams.length === 0
    ? Object.keys(work.differing).map((entity) => ({ entity, mode: 'upsert' }))
    : streams

const movesSomeRows = (work: RunWork): boolean => work.kind === 'send-differing' || partsOf(work) !== undefined

type Vanished = Pick<FlowConfig['streams'][number], 'on_vanished' | 'vanished_column' | 'vanished_percent'>

function vanishedPolicy(
  {
    on_vanished: policy = 'keep',
    vanished_column: column = MARK_COLUMN,
    vanished_percent: limit = VANISHED_PERCENT,
  }: Vanished,
  work: RunWork,
  entity: string,
): Pick<StreamRequest, 'vanished'> {
  // A part of the rows says nothing about the others.
  const decided = work.kind === 'move' ? work.vanished : undefined
  if (policy === 'keep' || movesSomeRows(work) || decided?.decision === 'keep') return {}
  const allowed = decided?.rows[entity]
  return {
    vanished: defined({ limit, column: policy === 'mark' ? column : undefined, allowed }),
  }
}

/** The rows of a table to which a run is limited. Rows that are sent again update those of the target, whatever the stream's mode is. */
function rowsOf(work: RunWork, entity: string): Partial<Pick<StreamRequest, 'selection' | 'mode'>> {
  if (work.kind === 'send-differing') {
    const own = work.differing[entity]
    if (!own) return {}
    const ranges = own.ranges.map(([first, bits]) => ({ first: BigInt(first), bits }))
    return { mode: 'upsert', selection: { kind: 'differing', order: own.order, ranges } }
  }
  const part = partsOf(work)?.find((one) => one.entity === entity)
  return part ? { selection: { kind: 'part', from: part.from, to: part.to } } : {}
}

/**
 * Rejected rows go to their original target, in addition to the existing rows or in place of rows with the same key, and never replace all rows.
 * @param arrivedLater streams that other runs have written since: the rows of their targets may be newer
 */
export const requestReplay = (
  rejected: readonly KeptStream[],
  streams: FlowConfig['streams'],
  replay: ReplayMends | undefined,
  arrivedLater: readonly LaterStream[],
): readonly StreamRequest[] =>
  rejected.map(({ entity, target, is_outdated: isOutdated, key_columns: keyBefore }) => {
    const {
      key,
      mapping,
      mode,
      cursor,
      checks,
      own_types: ownTypes,
    } = streams.find((stream) => stream.entity === entity) ?? {}
    const replayed: RunMode = mode === 'upsert' ? 'upsert' : 'append'
    const hasArrived = arrivedLater.some(
      (later) => later.target === target && (later.isOfOther || later.entity === entity),
    )
    const mayBeOutdated = isOutdated || hasArrived || isAnother(key, keyBefore)
    const updatesAsOld = mayBeOutdated ? undefined : (true as const)
    const keepsNewer = replayed === 'upsert' ? defined({ cursor, updatesAsOld }) : undefined
    const { mends, widened } = replay?.entity === entity ? replay : {}
    return {
      entity,
      target,
      mode: replayed,
      ...defined({ key, mapping, ownTypes, keepsNewer }),
      ...checksOf(checks, true),
      ...defined({ mends, change: widened && ({ kind: 'widen', columns: widened } as const) }),
      onInvalid: 'reject',
    }
  })

/** Rows that had other keys than the flow has now say nothing about which came later. */
const isAnother = (key: readonly string[] | undefined, before: readonly string[] | null): boolean =>
  key !== undefined && key.length > 0 && before !== null && key.join('\0') !== before.join('\0')

/** The steps that rejected rows still have before them: none for rows that are known only as they left the steps. */
export function replaySteps(rejected: readonly KeptStream[], steps: FlowConfig['transformations']) {
  const traced = rejected.filter(({ is_traced }) => is_traced)
  if (traced.length === rejected.length) return steps
  return steps.flatMap((step) =>
    traced.flatMap(({ entity }) =>
      step.stream === undefined || step.stream === entity ? [{ ...step, stream: entity }] : [],
    ),
  )
}
