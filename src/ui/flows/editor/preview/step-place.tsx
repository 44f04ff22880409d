import { Trans, useLingui } from '@lingui/react/macro'
import type { StepPlace as Place, StepObstacle } from '../../../../core/catalog/transformations/step-places.ts'
import { connectionTypeOf } from '../../../../core/connections/connection-type-of.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Popover } from '../../../kit/popover/popover.tsx'

interface StepPlaceProps {
  readonly place: Place
  readonly obstacle: StepObstacle | undefined
  /** The type of the source. */
  readonly type: string
}

/** Where a run does the step, and why not in the source. */
export function StepPlace({ place, obstacle, type }: StepPlaceProps) {
  const { t } = useLingui()
  const system = connectionTypeOf(type).label
  return (
    <Popover
      label={t`Where the step runs`}
      trigger={
        <Button size="xs" variant="ghost">
          {place === 'source' ? <Trans>Runs in {system}</Trans> : <Trans>Runs in Millrace</Trans>}
        </Button>
      }
    >
      {place === 'source' ? (
        <Trans>
          It is part of the query that reads the table, unless a row has a value that only Millrace can judge.
        </Trans>
      ) : (
        <Reason obstacle={obstacle ?? 'kind'} system={system} />
      )}
    </Popover>
  )
}

function Reason({ obstacle, system }: { readonly obstacle: StepObstacle; readonly system: string }) {
  switch (obstacle) {
    case 'no-steps':
      return <Trans>{system} runs no steps.</Trans>
    case 'kind':
      return <Trans>{system} only runs steps that choose, rename, mask and filter.</Trans>
    case 'expression':
      return <Trans>{system} only runs filters that compare columns with values or each other.</Trans>
    case 'columns':
      return <Trans>{system} could have another result here, or would log the secret of a hash.</Trans>
    case 'after':
      return <Trans>A step before it runs in Millrace.</Trans>
  }
}
