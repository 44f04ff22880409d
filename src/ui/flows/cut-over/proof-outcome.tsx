import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { CutOver } from '../../../core/mirrors/mirror.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'

/** Whether both sides were equal, and whether that still holds. */
export function ProofOutcome({ cutOver }: { readonly cutOver: CutOver }) {
  const { t } = useLingui()
  const { number, dateTime } = useFormats()
  const { asOf, position, isProven, tables = 0, rows = 0, writtenAfter = [] } = cutOver
  const changes = writtenAfter.reduce((sum, table) => sum + table.changes, 0)
  const written = writtenAfter.map((table) => table.entity).join(', ')
  return (
    <>
      {isProven && asOf !== undefined && (
        <Callout
          tone="success"
          title={t`${plural(tables, { one: '# table was equal', other: 'All # tables were equal' })} as of ${dateTime(asOf)}.`}
        >
          {[t`${plural(rows, { one: '1 row', other: `${number(rows)} rows` })}`, position]
            .filter((words) => words !== undefined)
            .join(' · ')}
        </Callout>
      )}
      {changes > 0 && (
        <Callout
          tone="warning"
          title={t`Somebody still writes: ${plural(changes, { one: '# change came', other: '# changes came' })} afterwards.`}
        >
          {t`${written}. Stop these writes, then prove again.`}
        </Callout>
      )}
      <Reasons cutOver={cutOver} />
    </>
  )
}

/** Why it is not proven, or what was not compared. */
function Reasons({ cutOver }: { readonly cutOver: CutOver }) {
  const { t } = useLingui()
  const serverText = useServerText()
  const { differing = [], unsettled = [], failed = [], changedBySteps = [], problem } = cutOver
  return (
    <>
      {unsettled.length > 0 && (
        <Callout tone="danger" title={t`These tables did not follow: ${unsettled.join(', ')}`}>
          {t`Resume them, or wait for their copies. Then prove again.`}
        </Callout>
      )}
      {differing.length > 0 && (
        <Callout tone="danger" title={t`These tables differ: ${differing.join(', ')}`}>
          {t`Their rows are sent again. Stop whoever writes them in the destination, then prove again.`}
        </Callout>
      )}
      {failed.map((table) => (
        <Callout key={table.entity} tone="danger" title={t`${table.entity} could not be compared.`}>
          {serverText.message(table.problem)}
        </Callout>
      ))}
      {changedBySteps.length > 0 && (
        <Callout tone="warning">{t`Not compared, as steps change them: ${changedBySteps.join(', ')}`}</Callout>
      )}
      {problem && <Callout tone="danger">{serverText.message(problem)}</Callout>}
    </>
  )
}
