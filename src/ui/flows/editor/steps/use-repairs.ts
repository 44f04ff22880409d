import { useMemo } from 'react'

import type { TableChange, TableShape } from '../../../../core/connections/compare-tables.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { RefusedTable } from '../../../../core/connections/refused-table.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import type { MissingObject } from '../../../../core/mends/missing/missing-object.ts'
import { useLoaded } from '../../../kit/use-loaded.ts'
import { useKnownTables } from '../../../queries/use-known-tables.ts'
import { useRefusals } from '../../../queries/use-refusals.ts'

export interface FlowRepairs {
  readonly missing: readonly MissingObject[]
  /** New columns and changed types in the flow's tables since it last succeeded. */
  readonly changes: readonly TableChange[]
  /** What of it the account of the source may not read. */
  readonly refused: readonly RefusedTable[]
}

const NONE: readonly TableShape[] = []

/** Much code, which nobody needs before the source was read; without it the server still shows why a run does not begin. */
const load = async () => {
  const modules = await Promise.all([
    import('../../../../core/mends/missing/find-missing.ts'),
    import('../../../../core/mends/missing/refused-objects.ts'),
    import('../../../../core/connections/compare-tables.ts'),
  ])
  return { ...modules[0], ...modules[1], ...modules[2] }
}

/** The parts of a flow that no longer fit its source; nothing until the source has been read. */
export function useRepairs(flow: Flow, entities: readonly Entity[] | undefined): FlowRepairs {
  const { config } = flow
  const loaded = useLoaded(load, entities !== undefined)
  const { data: known = NONE } = useKnownTables(flow, entities !== undefined)
  const { found, changes } = useMemo(() => {
    const names = new Set(known.map(({ name }) => name))
    const own = entities?.filter(({ name }) => names.has(name)) ?? []
    return {
      found: loaded?.findMissing(config, entities, known) ?? [],
      changes: (loaded?.compareTables(known, own) ?? []).filter(
        ({ kind }) => kind === 'column-added' || kind === 'column-retyped',
      ),
    }
  }, [config, entities, known, loaded])
  const refused = useRefusals(
    flow.sourceConnection?.id ?? '',
    useMemo(() => loaded?.absentTables(found) ?? [], [found, loaded]),
  )
  return useMemo(
    // Nothing is called gone before it is known.
    () => ({ missing: (refused && loaded?.withRefusals(found, refused)) ?? [], changes, refused: refused ?? [] }),
    [found, changes, refused, loaded],
  )
}
