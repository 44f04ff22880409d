import { useNavigate } from '@tanstack/react-router'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDryRun } from '../../runs/actions/use-dry-run.ts'
import { RunPriceDialog } from './run-price-dialog.tsx'

/** Shows the price of a dry run before it begins: it reads what a run reads. */
export function DryRunPriceDialog({ flow, onClose }: { readonly flow: Flow; onClose(): void }) {
  const navigate = useNavigate()
  const { mutate: dryRun } = useDryRun(
    flow.id,
    (run) => void navigate({ to: '/floweditor/$id', params: { id: flow.id }, search: { tab: 'runs', run } }),
  )
  return <RunPriceDialog flow={flow} isDry onRun={() => dryRun()} onClose={onClose} />
}
