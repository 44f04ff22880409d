import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { JSON_OPTION } from '../common-options.ts'
import { compareMirror, outcomeText } from '../compare-mirror.ts'
import { findNamed } from '../find-named.ts'
import { inColumns } from '../in-columns.ts'
import { openSession } from '../open-session.ts'
import { timeText } from '../time-text.ts'

export const mirrors: Command = {
  description: [
    'Lists the mirrors, with how far each is behind its source.',
    'With compare and a flow, it compares both sides of its mirror as of one moment, while the mirror goes on, and waits for the outcome. Rows that differ are sent again. The exit code is 1 if there were some, or if a table could not be compared.',
  ],
  arguments: ['compare?', 'FLOW?'],
  options: {
    ...JSON_OPTION,
    table: { type: 'string', value: 'TABLE', multiple: true, description: 'with compare: only this table' },
  },
  run: async ({ arguments: [action, typed], list, flag, print }) => {
    const session = await openSession()
    const { call, orgId } = session
    const all = await call(ROUTES.listMirrors, { params: { orgId } })
    if (action !== undefined) {
      if (action !== 'compare' || typed === undefined)
        throw new CommandFailure('Say “millrace mirrors compare” and the name of a flow.')
      const named = all.map(({ flow_id: id, flow_name: name }) => ({ id, name }))
      const tables = await compareMirror(session, findNamed(named, typed, 'mirror').id, list('table'))
      if (flag('json')) print(JSON.stringify(tables))
      else {
        const rows = tables.map((table) => [table.entity, timeText(table.proven_at), outcomeText(table)])
        for (const line of inColumns([['TABLE', 'PROVEN EQUAL AS OF', 'OUTCOME'], ...rows])) print(line)
      }
      return tables.every((table) => outcomeText(table) === 'equal') ? 0 : 1
    }
    if (flag('json')) print(JSON.stringify(all))
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
  },
}
