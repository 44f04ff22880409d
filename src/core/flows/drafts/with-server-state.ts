import { defined } from '../../catalog/defined.ts'
import type { Flow } from '../flow.ts'

/** An edited flow with what only the server knows of it: its version, its runs, its mirror. */
export function withServerState({ draft: _draft, ...edited }: Flow, flow: Flow): Flow {
  const { version = edited.version, edition, draft, publishing, lastRun, mirror } = flow
  return { ...edited, ...defined({ version, edition, draft, publishing, lastRun, mirror }) }
}
