import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { defined } from '../../../core/catalog/defined.ts'
import { isSource } from '../../../core/connections/connection.ts'
import { type ErrorPlace, errorPlace } from '../../../core/runs/error-place.ts'
import type { Run, RunError } from '../../../core/runs/run.ts'
import { Button } from '../../kit/button/button.tsx'
import { useConnections } from '../../queries/use-connections.ts'

interface FixLinkProps {
  readonly error: RunError
  readonly run: Pick<Run, 'flowId' | 'isFlowDeleted' | 'draft'>
}

/** A link to the place where an error is fixed: with the dialog open and the field focused; nothing if there is no such place. */
export function FixLink({ error, run: { flowId, isFlowDeleted, draft } }: FixLinkProps) {
  const { data: connections = [] } = useConnections()
  const place = errorPlace(error, connections)
  if (!place || ((isFlowDeleted || draft) && ['step', 'streams', 'sql', 'structure'].includes(place.kind))) return null
  return (
    <Button size="sm" asChild>
      <PlaceLink place={place} flowId={flowId} table={error.stream} />
    </Button>
  )
}

interface PlaceLinkProps {
  readonly place: ErrorPlace
  readonly flowId: string
  /** The table that the error is about. */
  readonly table: string | undefined
}

function PlaceLink({ place, flowId, table, ...button }: PlaceLinkProps) {
  switch (place.kind) {
    case 'step':
      return (
        <Link {...button} to="/floweditor/$id" params={{ id: flowId }} search={{ node: place.node }}>
          <Trans>Open the step</Trans>
        </Link>
      )
    case 'streams':
      return (
        <Link
          {...button}
          to="/floweditor/$id"
          params={{ id: flowId }}
          search={table === undefined ? {} : { dialog: 'tables', table }}
        >
          <Trans>Open the flow’s tables</Trans>
        </Link>
      )
    case 'sql':
      return (
        <Link {...button} to="/floweditor/$id" params={{ id: flowId }} search={{ dialog: 'sql' }}>
          <Trans>Open the SQL</Trans>
        </Link>
      )
    case 'budget':
      return (
        <Link {...button} to="/floweditor/$id" params={{ id: flowId }} search={{ dialog: 'cost' }}>
          <Trans>Open the budget</Trans>
        </Link>
      )
    case 'organization-budget':
      return (
        <Link {...button} to="/organization-settings">
          <Trans>Open the organization’s budget</Trans>
        </Link>
      )
    case 'structure':
      return (
        <Link {...button} to="/floweditor/$id" params={{ id: flowId }} search={{ dialog: 'structure' }}>
          <Trans>Open the structure</Trans>
        </Link>
      )
    case 'connection': {
      const { connection, dialog, field } = place
      const { id, name } = connection
      const search = { dialog, id, ...defined({ field }) }
      return (
        <Link {...button} to={isSource(connection) ? '/sources' : '/destinations'} search={search}>
          {dialog === 'edit' ? <Trans>Edit “{name}”</Trans> : <Trans>Test “{name}”</Trans>}
        </Link>
      )
    }
    case 'integration': {
      const { integrationId: id, dialog, field } = place
      return (
        <Link {...button} to="/integrations" search={defined({ dialog, id, field })}>
          {dialog === 'edit' ? <Trans>Open the integration</Trans> : <Trans>Connect again</Trans>}
        </Link>
      )
    }
  }
}
