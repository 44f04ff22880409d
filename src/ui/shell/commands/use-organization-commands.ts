import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRightFromLine, ArrowRightToLine, Play, Workflow } from 'lucide'
import { defined } from '../../../core/catalog/defined.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { useIsAllowed } from '../../access/use-active-organization.ts'
import { fitsEnd } from '../../connections/flow-end.ts'
import { useMirrorWords } from '../../mirrors/use-mirror-words.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { useRunFlow } from '../../runs/actions/use-run-flow.ts'
import type { Command } from './command.ts'

const PLACE = '\u0000'

/** Commands to open flows and connections of the organization by name, and to run flows. */
export function useOrganizationCommands(): readonly Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: flows = [] } = useFlows()
  const { data: connections = [] } = useConnections()
  const { start: run } = useRunFlow()
  const mirrorWords = useMirrorWords()
  const mayRun = useIsAllowed('flow.run')

  // One sentence for all: ten thousand would be translated at every key.
  const runTemplate = ((name: string) => t`Run ${name}`)(PLACE)
  const open = flows.map(
    ({ id, name, mirror }): Command => ({
      id: `flow-${id}`,
      group: 'flows',
      icon: Workflow,
      label: name,
      ...defined({ detail: mirror && mirrorWords(mirror) }),
      run: () => void navigate({ to: '/flows/$id', params: { id } }),
    }),
  )
  const runnable = flows.filter(
    ({ sourceConnection, destinationConnection, enabled, config }) =>
      mayRun && sourceConnection && destinationConnection && enabled && !isMirrored(config),
  )
  const runs = runnable.map(
    ({ id, name }): Command => ({
      id: `run-flow-${id}`,
      group: 'run',
      icon: Play,
      label: runTemplate.replace(PLACE, () => name),
      // A price is asked on the page where the run is seen.
      run: () => void navigate({ to: '/floweditor/$id', params: { id }, search: { tab: 'runs' } }).then(() => run(id)),
    }),
  )
  const shown = connections.map((connection): Command => {
    const isSource = fitsEnd(connection, 'source')
    return {
      id: `connection-${connection.id}`,
      group: 'connections',
      icon: isSource ? ArrowRightFromLine : ArrowRightToLine,
      label: connection.name,
      run: () =>
        void navigate({
          to: isSource ? '/sources/$id' : '/destinations/$id',
          params: { id: connection.id },
        }),
    }
  })
  return [...open, ...runs, ...shown]
}
