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
  const count = names.length
  const gone = names.filter((name) => name === undefined).length
  const description = when === 'any_ended' ? t`After any ended: ${all}` : t`After all succeeded: ${all}`
  return (
    <span data-tooltip={names.length === 1 ? undefined : description} title={names.length === 1 ? all : undefined}>
      {count > 1 && gone > 0 ? (
        // It waits for one that never ends.
        <Plural
          value={gone}
          one={`After ${count} flows, # of them is deleted`}
          other={`After ${count} flows, # of them are deleted`}
        />
      ) : count > 1 ? (
        <Plural value={count} one="After # flow" other="After # flows" />
      ) : first === undefined ? (
        <Trans>After a deleted flow</Trans>
      ) : (
        <Trans>After {first}</Trans>
      )}
    </span>
  )
}
