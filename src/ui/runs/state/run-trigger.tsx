import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Run } from '../../../core/runs/run.ts'
import { latenessOf } from '../../../core/runs/scheduled-run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'

interface RunTriggerProps {
  readonly run: Run
  /** The runs after which it started are links. */
  readonly hasLinks?: boolean
}

/** What started a run: a person, a program with a key, a schedule, or other flows. */
export function RunTrigger({ run, hasLinks = false }: RunTriggerProps) {
  const { duration } = useFormats()
  const { trigger, triggeredBy, startedAfter = [] } = run
  const late = latenessOf(run)
  const name = triggeredBy?.name && <BreakableText text={triggeredBy.name} />
  if (late !== undefined) return <Trans>On schedule, {duration(late)} late</Trans>
  if (trigger === 'schedule') return <Trans>On schedule</Trans>
  if (trigger === 'api') return name ? <Trans>By the API, with the key “{name}”</Trans> : <Trans>By the API</Trans>
  if (trigger === 'inbound_url') return <Trans>By inbound URL</Trans>
  if (trigger === 'mirror') return <Trans>Copy for the mirror</Trans>
  if (trigger === 'flow') return <Predecessors of={startedAfter} hasLinks={hasLinks} />
  return name ? <Trans>By {name}</Trans> : <Trans>By hand</Trans>
}

interface PredecessorsProps {
  readonly of: NonNullable<Run['startedAfter']>
  readonly hasLinks: boolean
}

function Predecessors({ of: runs, hasLinks }: PredecessorsProps) {
  const [first, ...others] = runs
  if (!first) return <Trans>After another flow</Trans>
  if (!hasLinks) {
    const names = runs.map(({ flowName }) => flowName).join(', ')
    if (others.length === 0) return <Trans>After {names}</Trans>
    return (
      <span title={names}>
        <Plural value={runs.length} one="After # flow" other="After # flows" />
      </span>
    )
  }
  const links = runs.map(({ runId, flowName }, index) => (
    <span key={runId}>
      {index > 0 && ', '}
      <Link to="/runs/$id" params={{ id: runId }}>
        {flowName}
      </Link>
    </span>
  ))
  return <Trans>After {links}</Trans>
}
