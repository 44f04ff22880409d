import { draftOf, type RunWork, type WorkOf } from './run-work.ts'

/** The work as a row has it, beside the flow: in the form of version 0.1.0, whose processes may read new rows too. SQL asks for these members. */
export interface StoredWork {
  readonly only?: WorkOf<'move'>['only']
  readonly vanished?: WorkOf<'move'>['vanished']
  readonly dry?: true
  readonly verify?: true
  readonly draft?: WorkOf<'dry-run'>['draft']
  readonly backfill?: WorkOf<'dry-run'>['parts']
  readonly replayOf?: string
  readonly replay?: WorkOf<'replay'>['mends']
  readonly differing?: WorkOf<'send-differing'>['differing']
  readonly sqlAfterOnly?: true
}

export function storedWork(work: RunWork): StoredWork {
  const draft = draftOf(work)
  switch (work.kind) {
    case 'move':
      return { only: work.only, vanished: work.vanished }
    case 'dry-run':
      return {
        dry: true,
        only: work.only,
        backfill: work.parts,
        draft: draft && { file: draft.file, isNew: draft.isNew },
      }
    case 'compare':
      return { dry: true, verify: true }
    case 'backfill':
      return { only: work.only, backfill: work.parts }
    case 'replay':
      return { replayOf: work.of, replay: work.mends }
    case 'send-differing':
      return { only: Object.keys(work.differing), differing: work.differing }
    case 'after-rows':
      // A process of an earlier version moves no table.
      return { only: [], sqlAfterOnly: true }
  }
}

/** Every row of any version has one kind of work. */
export function workOf({ only, backfill: parts, ...stored }: StoredWork): RunWork {
  if (stored.verify) return { kind: 'compare' }
  if (stored.dry) return { kind: 'dry-run', only, parts, draft: stored.draft }
  if (stored.replayOf !== undefined) return { kind: 'replay', of: stored.replayOf, mends: stored.replay }
  if (parts) return { kind: 'backfill', only: only ?? parts.map(({ entity }) => entity), parts }
  if (stored.differing) return { kind: 'send-differing', differing: stored.differing }
  if (stored.sqlAfterOnly) return { kind: 'after-rows' }
  return { kind: 'move', only, vanished: stored.vanished }
}

/** A row as a query returns it. */
export type Stored<Row extends { readonly work: RunWork }> = Omit<Row, 'work'> & { readonly flow_snapshot: StoredWork }

export const withWork = async <Row extends { readonly flow_snapshot: StoredWork }>(
  rows: Promise<Row[]>,
): Promise<(Row & { readonly work: RunWork })[]> =>
  (await rows).map((row) => ({ ...row, work: workOf(row.flow_snapshot) }))
