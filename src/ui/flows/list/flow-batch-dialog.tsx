import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { BatchChange } from '../../../core/batches/batch.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useStartBatch } from '../../queries/use-batches.ts'
import { ScheduleDialog } from '../../schedules/schedule-dialog.tsx'
import { FreshnessDialog } from '../freshness/freshness-dialog.tsx'
import { BatchOwnerDialog } from './batch-owner-dialog.tsx'
import { BatchQuestion } from './batch-question.tsx'
import { BatchTagsDialog } from './batch-tags-dialog.tsx'
import type { FlowBatchName } from './flow-bulk-bar.tsx'

interface FlowBatchDialogProps {
  readonly name: FlowBatchName
  readonly flows: readonly Flow[]
  onClose(): void
}

/** What the server does with many flows: a question or a form, and then the page is free. */
export function FlowBatchDialog({ name, flows, onClose }: FlowBatchDialogProps) {
  const { t } = useLingui()
  const { mutate: start, isPending, error } = useStartBatch()
  const begin = (change: BatchChange | undefined, wanted = flows) =>
    start({ flowIds: wanted.map(({ id }) => id), change }, { onSuccess: onClose })
  const form = { isBusy: isPending, error, onClose }
  // In place of one flow: its name is the number of flows.
  const many: Flow = {
    id: '',
    name: t`${plural(flows.length, { one: '# flow', other: '# flows' })}`,
    enabled: flows.some(({ enabled }) => enabled),
    config: { streams: [], transformations: [] },
  }
  switch (name) {
    case 'schedule':
      return (
        <ScheduleDialog
          {...form}
          isForMany
          flow={many}
          onSave={({ schedule }) => begin({ schedule: schedule ?? null })}
        />
      )
    case 'freshness':
      return <FreshnessDialog {...form} flow={many} onSave={(freshnessMinutes) => begin({ freshnessMinutes })} />
    case 'tags':
      return <BatchTagsDialog {...form} title={many.name} flows={flows} onSave={begin} />
    case 'owner':
      return <BatchOwnerDialog {...form} title={many.name} onSave={begin} />
    case 'run':
      return <BatchQuestion {...form} name={name} flows={flows} onConfirm={(wanted) => begin(undefined, wanted)} />
    case 'enable':
    case 'disable':
      return (
        <BatchQuestion
          {...form}
          name={name}
          flows={flows}
          onConfirm={(wanted) => begin({ enabled: name === 'enable' }, wanted)}
        />
      )
  }
}
