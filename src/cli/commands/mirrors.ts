import type { ListedMirrorResponse } from '../../contract/mirrors.ts'
import { ROUTES } from '../../contract/routes.ts'
import type { Command, CommandInput } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { JSON_OPTION } from '../common-options.ts'
import { compareMirror, outcomeText } from '../compare-mirror.ts'
import { cutOverLines, isReady, proveForCutOver } from '../cut-over.ts'
import { findNamed } from '../find-named.ts'
import { inColumns } from '../in-columns.ts'
import { openSession, type Session } from '../open-session.ts'
import { timeText } from '../time-text.ts'

type Print = CommandInput['print']

export const mirrors: Command = {
  description: [
    'Lists the mirrors, with how far each is behind its source.',
    'With compare and a flow, it compares both sides of its mirror as of one moment, while the mirror goes on, and waits for the outcome. Rows that differ are sent again. The exit code is 1 if there were some, or if a table could not be compared.',
    'With cut-over and a flow, once writes to the source have stopped, it proves all tables of its mirror equal at one place in the log, lets the destination number new rows after those that have come, and lists what else the destination lacks. The mirror goes on. The exit code is 1 if something is in the way, such as changes that came after the place.',
  ],
  arguments: ['ACTION?', 'FLOW?'],
  options: {
    ...JSON_OPTION,
    table: { type: 'string', value: 'TABLE', multiple: true, description: 'with compare: only this table' },
    abort: { type: 'boolean', description: 'with cut-over: forget what was found; the mirror goes on' },
  },
  run: async ({ arguments: [action, typed], list, flag, print }) => {
    const session = await openSession()
    const all = await session.call(ROUTES.listMirrors, { params: { orgId: session.orgId } })
    if (action === undefined) return printAll(all, flag('json'), print)
    if (!['compare', 'cut-over'].includes(action) || typed === undefined)
      throw new CommandFailure('Say “millrace mirrors compare” or “millrace mirrors cut-over”, and the name of a flow.')
    const named = all.map(({ flow_id: id, flow_name: name }) => ({ id, name }))
    const { id } = findNamed(named, typed, 'mirror')
    if (action === 'cut-over') return cutOver(session, id, { isAborted: flag('abort'), isJson: flag('json'), print })
    const tables = await compareMirror(session, id, list('table'))
    if (flag('json')) print(JSON.stringify(tables))
    else {
      const rows = tables.map((table) => [table.entity, timeText(table.proven_at), outcomeText(table)])
      for (const line of inColumns([['TABLE', 'PROVEN EQUAL AS OF', 'OUTCOME'], ...rows])) print(line)
    }
    return tables.every((table) => outcomeText(table) === 'equal') ? 0 : 1
  },
}

async function cutOver(
  session: Session,
  flowId: string,
  { isAborted, isJson, print }: { readonly isAborted: boolean; readonly isJson: boolean; readonly print: Print },
): Promise<number> {
  if (isAborted) {
    const params = { orgId: session.orgId, flowId }
    await session.call(ROUTES.changeCutOver, { params, body: { action: 'abort' } })
    print('The mirror goes on.')
    return 0
  }
  const found = await proveForCutOver(session, flowId)
  for (const line of isJson ? [JSON.stringify(found)] : cutOverLines(found)) print(line)
  return isReady(found) ? 0 : 1
}

function printAll(all: readonly ListedMirrorResponse[], isJson: boolean, print: Print): number {
  if (isJson) print(JSON.stringify(all))
  else if (all.length === 0) print('There are no mirrors.')
  else
    for (const line of inColumns([
      ['NAME', 'STATE', 'BEHIND', 'HAS EVERYTHING UNTIL', 'TABLES', 'FLOW'],
      ...all.map(({ flow_id, flow_name, state, lag_ms, caught_up_at, tables, waiting_tables }) => [
        flow_name,
        state,
        lag_ms == null ? '' : `${(lag_ms / 1_000).toFixed(1)} s`,
        timeText(caught_up_at),
        waiting_tables === 0 ? String(tables) : `${tables} (${waiting_tables} waiting)`,
        flow_id,
      ]),
    ]))
      print(line)
  return 0
}
