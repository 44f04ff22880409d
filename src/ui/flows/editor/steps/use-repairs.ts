import { useEffect, useMemo, useState } from 'react'

import { compareTables, type TableChange, type TableShape } from '../../../../core/connections/compare-tables.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { RefusedTable } from '../../../../core/connections/refused-table.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import type { findRepairs } from '../../../../core/repairs/find-repairs.ts'
import { absentTables, withRefusals } from '../../../../core/repairs/refused-repairs.ts'
import type { Repair } from '../../../../core/repairs/repair.ts'
import { useKnownTables } from '../../../queries/use-known-tables.ts'
import { useRefusals } from '../../../queries/use-refusals.ts'

export interface FlowRepairs {
  readonly repairs: readonly Repair[]
  /** New columns and changed types in the flow's tables since it last succeeded. */
  readonly changes: readonly TableChange[]
  /** What of it the account of the source may not read. */
  readonly refused: readonly RefusedTable[]
}

const NONE: readonly TableShape[] = []

/** Finds missing objects: much code, which nobody needs before the source was read. */
function useFindRepairs(isNeeded: boolean): typeof findRepairs | undefined {
  const [find, setFind] = useState<typeof findRepairs>()
  useEffect(() => {
    if (!isNeeded) return
    import('../../../../core/repairs/find-repairs.ts').then(
      (module) => setFind(() => module.findRepairs),
      // Without it (no network) the server still shows why a run does not begin.
      () => undefined,
    )
  }, [isNeeded])
  return find
}

/** The parts of a flow that no longer fit its source; nothing until the source has been read. */
export function useRepairs(flow: Flow, entities: readonly Entity[] | undefined): FlowRepairs {
  const { config } = flow
  const find = useFindRepairs(entities !== undefined)
  const { data: known = NONE } = useKnownTables(flow, entities !== undefined)
  const { found, changes } = useMemo(() => {
    const names = new Set(known.map(({ name }) => name))
    const own = entities?.filter(({ name }) => names.has(name)) ?? []
    return {
      found: find?.(config, entities, known) ?? [],
      changes: compareTables(known, own).filter(({ kind }) => kind === 'column-added' || kind === 'column-retyped'),
    }
  }, [config, entities, known, find])
  const refused = useRefusals(
    flow.sourceConnection?.id ?? '',
    useMemo(() => absentTables(found), [found]),
  )
  return useMemo(
    // Nothing is called gone before it is known.
    () => ({ repairs: refused ? withRefusals(found, refused) : [], changes, refused: refused ?? [] }),
    [found, changes, refused],
  )
}
