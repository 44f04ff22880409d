import { setTimeout as sleep } from 'node:timers/promises'

import type { MirrorResponse } from '../contract/mirrors.ts'
import { ROUTES } from '../contract/routes.ts'
import { askPatiently } from './ask-patiently.ts'
import { CommandFailure } from './command-failure.ts'
import type { Session } from './open-session.ts'

type ComparedTable = MirrorResponse['tables'][number]

const PAUSE_MS = 500

/** Compares both sides of a mirror, and waits until that has ended. @param entities none: all. @throws MillraceError, CommandFailure */
export async function compareMirror(
  { call, orgId }: Pick<Session, 'call' | 'orgId'>,
  flowId: string,
  entities: readonly string[],
): Promise<readonly ComparedTable[]> {
  const params = { orgId, flowId }
  const isMeant = ({ entity }: ComparedTable) => entities.length === 0 || entities.includes(entity)
  const body = entities.length === 0 ? {} : { entities: [...entities] }
  let mirror = await call(ROUTES.compareMirror, { params, body })
  while (mirror.tables.some((table) => isMeant(table) && table.compare_asked_at != null)) {
    if (mirror.wanted !== 'on') throw new CommandFailure('The mirror was paused or ended meanwhile.')
    await sleep(PAUSE_MS)
    mirror = await askPatiently(() => call(ROUTES.getMirror, { params }))
  }
  return mirror.tables.filter(isMeant)
}

/** What the comparison has found of a table, in words. */
export function outcomeText({ proof_problem, proven_at, difference }: ComparedTable): string {
  if (proof_problem) return proof_problem.message
  if (!difference || (proven_at != null && proven_at > difference.as_of)) return 'equal'
  const { missing, changed, extra } = difference
  return `${missing} missing, ${changed} with other values, ${extra} only there`
}
