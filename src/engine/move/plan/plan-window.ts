import { defined } from '../../../core/catalog/defined.ts'
import type { EmptyCursorPolicy } from '../../../core/catalog/policies/empty-cursor-policies.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { CursorBounds, Source, SourceColumn, SourceEntity, Window } from '../../ports/source.ts'
import type { StreamRequest, StreamState } from '../run/stream-request.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'
import { isMark, overlapStart } from './overlap.ts'

export interface WindowRequest {
  readonly source: Source
  readonly entity: SourceEntity
  readonly cursor: StreamRequest['cursor']
  /** If the target no longer exists, the stream starts from the beginning, whatever earlier runs read. */
  readonly targetIsNew: boolean
  readonly emptyCursor: EmptyCursorPolicy
  /** Receives notes for people. */
  readonly tracker: Pick<StreamTracker, 'log'>
}

/**
 * Determines what an incremental stream reads. The upper bound is determined in the source's snapshot, so that a row that is committed
 * later belongs to the next run. @returns `undefined` to read everything. @throws ConnectorError
 */
export async function planWindow(request: WindowRequest): Promise<Window | undefined> {
  const { source, entity, cursor, emptyCursor } = request
  if (!cursor) return undefined
  const column = entity.columns.find(({ name }) => name === cursor.column)
  if (!column) throw hasNoCursor(entity.name, cursor.column)
  if (!source.cursorBounds) throw isNotSupported(entity.name)
  const bounds = await source.cursorBounds(entity, cursor.column)
  const { empty, ahead } = bounds
  logOutliers(request, cursor.column, bounds)
  const after = startOf(request, column)
  const until = bounds.until ?? after
  if (until === undefined && empty + ahead === 0) return undefined
  const from = after === undefined ? undefined : overlapStart(column.value, after)
  return defined({
    cursor: cursor.column,
    until,
    from,
    empty: empty > 0 ? { rows: empty, areRead: emptyCursor === 'read' } : undefined,
    ahead: ahead > 0 ? ahead : undefined,
  })
}

/** Reports rows whose cursor does not show whether they are new. @throws ConnectorError if such rows should fail the stream */
function logOutliers({ entity, emptyCursor, tracker }: WindowRequest, cursor: string, bounds: CursorBounds): void {
  const { empty, ahead } = bounds
  const isOne = empty === 1
  if (empty > 0 && emptyCursor === 'fail') throw hasNoValue(entity.name, cursor, empty)
  const areRead = emptyCursor === 'read'
  if (empty > 0)
    tracker.log(
      areRead ? 'info' : 'warning',
      areRead
        ? isOne
          ? sentence`1 row has no value in the cursor column "${cursor}". It was read, and will be every time.`
          : sentence`${empty} rows have no value in the cursor column "${cursor}". They were read, and will be every time.`
        : isOne
          ? sentence`1 row has no value in the cursor column "${cursor}". It was left out.`
          : sentence`${empty} rows have no value in the cursor column "${cursor}". They were left out.`,
      'source',
    )
  if (ahead > 0)
    tracker.log(
      'warning',
      ahead === 1
        ? sentence`1 row has a value in "${cursor}" that cannot be used as a position: infinite, not a number, or a time in the future. It is read every time.`
        : sentence`${ahead} rows have values in "${cursor}" that cannot be used as a position: infinite, not a number, or a time in the future. They are read every time.`,
      'source',
    )
}

/** The last run's position, if it still shows which rows are new. */
function startOf({ cursor, targetIsNew, tracker }: WindowRequest, column: SourceColumn): string | undefined {
  const kept = targetIsNew ? undefined : cursor?.after
  if (kept === undefined || isMark(column.value, kept)) return kept
  tracker.log(
    'warning',
    sentence`The last run had read up to ${kept}, which cannot show which rows are new. Everything is read again.`,
    'source',
  )
  return undefined
}

const hasNoCursor = (entity: string, cursor: string) =>
  new ConnectorError({
    code: 'SCHEMA_CHANGED',
    message: sentence`${entity} no longer has the cursor column ${cursor}.`,
    hint: sentence`Choose another cursor for the stream.`,
    columns: [{ name: cursor, is: 'removed' }],
  })

const isNotSupported = (entity: string) =>
  new ConnectorError({
    code: 'CURSOR_NOT_SUPPORTED',
    message: sentence`${entity} cannot be read incrementally.`,
    hint: sentence`Remove the cursor of the stream.`,
  })

const hasNoValue = (entity: string, cursor: string, rows: number) =>
  new ConnectorError({
    code: 'CURSOR_IS_EMPTY',
    message:
      rows === 1
        ? sentence`1 row has no value in the cursor column "${cursor}" of ${entity}.`
        : sentence`${rows} rows have no value in the cursor column "${cursor}" of ${entity}.`,
    hint: sentence`Fill the column, choose another cursor, or let the stream read or leave out such rows.`,
  })

/** An incremental stream continues where the last run ended, if it still has the same cursor. */
export const goOn = (cursor: StreamRequest['cursor'], state: StreamState['cursor']): StreamRequest['cursor'] =>
  cursor && cursor.after === undefined && state?.column === cursor.column && state.highWaterMark !== undefined
    ? { ...cursor, after: state.highWaterMark }
    : cursor

export const isReset = (cursor: StreamRequest['cursor'], state: StreamState['cursor']) =>
  state !== undefined && state.column === cursor?.column && state.highWaterMark === undefined && !state.isOfAnother
