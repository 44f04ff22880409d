import { setTimeout as sleep } from 'node:timers/promises'

import type { MirrorResponse } from '../contract/mirrors.ts'
import { ROUTES } from '../contract/routes.ts'
import { askPatiently } from './ask-patiently.ts'
import { CommandFailure } from './command-failure.ts'
import { inColumns } from './in-columns.ts'
import type { Session } from './open-session.ts'
import { timeText } from './time-text.ts'

type CutOver = NonNullable<MirrorResponse['cut_over']>

const PAUSE_MS = 500

/** Proves all tables of a mirror at one place, and waits until that has ended. @throws MillraceError, CommandFailure */
export async function proveForCutOver(
  { call, orgId }: Pick<Session, 'call' | 'orgId'>,
  flowId: string,
): Promise<CutOver> {
  const params = { orgId, flowId }
  let mirror = await call(ROUTES.changeCutOver, { params, body: { action: 'prove' } })
  while (mirror.cut_over?.state !== 'done') {
    if (!mirror.cut_over) throw new CommandFailure('Somebody has aborted the cut-over.')
    if (mirror.wanted !== 'on') throw new CommandFailure('The mirror was paused or ended meanwhile.')
    await sleep(PAUSE_MS)
    mirror = await askPatiently(() => call(ROUTES.getMirror, { params }))
  }
  return mirror.cut_over
}

/** Nothing keeps the application from the destination. */
export const isReady = ({ is_proven = false, written_after = [], numbers = [], problem }: CutOver): boolean =>
  is_proven && written_after.length === 0 && !problem && numbers.every((one) => !one.problem)

/** What was found, line by line. */
export function cutOverLines(cutOver: CutOver): readonly string[] {
  const { is_proven, as_of, tables = 0, rows = 0, numbers = [], absent = [], problem } = cutOver
  return [
    ...(is_proven
      ? [`${tables} tables with ${rows} rows were equal as of ${timeText(as_of)}.`]
      : ['Not proven equal.']),
    ...reasons(cutOver),
    ...(problem ? [problem.message] : []),
    ...(numbers.length > 0
      ? ['', ...inColumns([['COLUMN', 'BEFORE', 'GOES ON AFTER'], ...numbers.map(numberRow)])]
      : []),
    ...(absent.length > 0
      ? [
          '',
          'The destination lacks:',
          ...absent.map(({ kind, count, names }) => `  ${kind} (${count}): ${names.join(', ')}`),
        ]
      : []),
    ...(is_proven ? ['', 'Next: end the mirror, then point the application at the destination.'] : []),
  ]
}

function reasons({
  unsettled = [],
  differing = [],
  failed = [],
  changed_by_steps = [],
  written_after = [],
}: CutOver): readonly string[] {
  const line = (words: string, names: readonly string[]) => (names.length > 0 ? [`${words}: ${names.join(', ')}`] : [])
  return [
    ...line(
      'Still written by somebody',
      written_after.map(({ entity, changes }) => `${entity} (${changes} changes)`),
    ),
    ...line('Did not follow', unsettled),
    ...line('Differ', differing),
    ...failed.map(({ entity, problem }) => `${entity} could not be compared: ${problem.message}`),
    ...line('Not compared, because steps change their rows', changed_by_steps),
  ]
}

const numberRow = ({ table, column, before = '', last = '', problem }: NonNullable<CutOver['numbers']>[number]) => [
  `${table}.${column}`,
  before,
  problem?.message ?? last,
]
