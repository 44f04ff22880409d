import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { StartsAfter } from '../../core/flows/flow.ts'
import { useFlowNames } from '../queries/use-flows.ts'

/** The flows after which a flow starts, in a few words; all of their names on hover. */
export function AfterFlows({ after: { flowIds, when } }: { after: StartsAfter }) {
  const { t } = useLingui()
  const names = useFlowNames(flowIds)
  if (!names) return null
  const all = names.map((name) => name ?? t`a deleted flow`).join(', ')
  const [first] = names
  const told = when === 'any_ended' ? t`After the end of any of: ${all}` : t`After the success of all of: ${all}`
  return (
    <span data-tooltip={names.length === 1 ? undefined : told} title={names.length === 1 ? all : undefined}>
      {names.length > 1 ? (
        <Plural value={names.length} one="After # flow" other="After # flows" />
      ) : first === undefined ? (
        <Trans>After a deleted flow</Trans>
      ) : (
        <Trans>After {first}</Trans>
      )}
    </span>
  )
}
