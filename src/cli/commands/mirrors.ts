import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { inColumns } from '../in-columns.ts'
import { openSession } from '../open-session.ts'
import { timeText } from '../time-text.ts'

export const mirrors: Command = {
  description: ['Lists the mirrors, with how far each is behind its source.'],
  options: JSON_OPTION,
  run: async ({ flag, print }) => {
    const { call, orgId } = await openSession()
    const all = await call(ROUTES.listMirrors, { params: { orgId } })
    if (flag('json')) print(JSON.stringify(all))
    else if (all.length === 0) print('There are no mirrors.')
    else
      for (const line of inColumns([
        ['NAME', 'STATE', 'BEHIND', 'EQUAL AS OF', 'TABLES', 'FLOW'],
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
