import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { PageCommands } from '../../kit/menu/menu-commands.tsx'

const FlowCommandItems = lazyNamed(() => import('./flow-command-items.tsx'), 'FlowCommandItems')

/** What the search can do with the open flow. */
export const FlowPageCommands = ({ flow }: { readonly flow: Flow }) => (
  <PageCommands>
    <FlowCommandItems flow={flow} />
  </PageCommands>
)
