import { setTimeout as delay } from 'node:timers/promises'
import {
  type BusyWork,
  countOlderTransactions,
  holdAlerts,
  holdWork,
  listActiveRuns,
  presentMoment,
} from '../store/organization-move/held-work.ts'
import { beginStopping, type OrganizationMoveRow, setMoveState } from '../store/organization-move/organization-moves.ts'
import { requestCancel } from '../store/runs/runs.ts'
import { inTransaction, type Side } from './side.ts'

/** How often is looked whether everything has ended. */
const PAUSE_MS = 300

interface Options {
  readonly cancelsRuns: boolean
  readonly print: (line: string) => void
}

/**
 * At the old place: nothing begins any more, what is under way ends, and then nobody changes anything. Settles when the last transaction has ended that
 * could still have written. Interrupted, it goes on when it is called again.
 */
export async function stopOrganization(
  side: Side,
  organizationId: string,
  { cancelsRuns, print }: Options,
): Promise<OrganizationMoveRow> {
  const { query } = side
  const move = await inTransaction(side, () => beginStopping(query, organizationId))
  if (move.state === 'moved') return move
  for (;;) {
    await untilIdle(side, organizationId, { cancelsRuns, print })
    await inTransaction(side, async () => {
      await setMoveState(query, organizationId, 'frozen')
      await holdAlerts(query, organizationId)
    })
    await untilOlderEnded(query)
    // What had begun at the last moment is seen now.
    if (isIdle(await holdWork(query, organizationId))) return { ...move, state: 'frozen' }
    await setMoveState(query, organizationId, 'stopping')
  }
}

const isIdle = ({ runs, mirrors, flows }: BusyWork): boolean => runs + mirrors + flows === 0

async function untilIdle({ query }: Side, organizationId: string, { cancelsRuns, print }: Options): Promise<void> {
  let printed = ''
  for (;;) {
    const busy = await holdWork(query, organizationId)
    if (isIdle(busy)) return
    const line = `Still under way: ${busy.runs} runs, ${busy.mirrors} mirrors, ${busy.flows} flows of changes to many.`
    if (line !== printed) print(line)
    printed = line
    if (cancelsRuns)
      for (const { id } of await listActiveRuns(query, organizationId)) await requestCancel(query, organizationId, id)
    await delay(PAUSE_MS)
  }
}

async function untilOlderEnded(query: Side['query']): Promise<void> {
  const { now } = await presentMoment(query)
  while ((await countOlderTransactions(query, now)).count > 0) await delay(PAUSE_MS)
}
