import { columnsOfCheck, isKnownCheck } from '../catalog/checks/data-checks.ts'
import { defined } from '../catalog/defined.ts'
import { renamedColumns } from '../catalog/renamed-columns.ts'
import { type FailedStream, settingsOf } from './failure.ts'
import type { FlowMend } from './mend.ts'
import { withOther } from './missing/mend-flow.ts'
import type { MissingObject } from './missing/missing-object.ts'
import { mendedBy } from './source-mends.ts'

/** For columns that checks name, and that do not arrive because the source has renamed them: they get their former names. */
export function checkColumnMends(failed: FailedStream): readonly FlowMend[] {
  const { config, stream, tables } = failed
  const own = settingsOf(failed)
  const columnsIn = (of: NonNullable<FailedStream['tables']>['known'] | undefined) =>
    of?.find(({ name }) => name === stream?.entity)?.columns ?? []
  const [was, has] = [columnsIn(tables?.known), columnsIn(tables?.now)]
  if (!config || !own) return []
  const renamed = renamedColumns(was, has)
  const added = has.flatMap(({ name }) => (was.some((column) => column.name === name) ? [] : [name]))
  const named = new Set((own.checks ?? []).filter(isKnownCheck).flatMap(columnsOfCheck))
  return [...named].flatMap((column): readonly FlowMend[] => {
    const to = renamed.get(column)
    if (to === undefined) return []
    const choices = has.map(({ name }) => name)
    const missing: MissingObject = { table: own.entity, column, uses: [], choices, renamed: added, isRemovable: false }
    return [
      {
        kind: 'flow',
        act: 'replace-column',
        names: [column, to],
        ...mendedBy(missing, withOther(config, missing, to), to),
        ...defined({ takesNewColumns: own.drift === 'stop' ? true : undefined }),
      },
    ]
  })
}
