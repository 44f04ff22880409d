import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { comparesRows } from '../../../core/catalog/connections/connection-types.ts'
import { backfillPart, backfillRefusal } from '../../../core/flows/backfill.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { BackfillPart } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { errorText } from '../../errors/error-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunPrice } from '../../runs/price/use-run-price.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { FailureError, unwrap } from '../../services/unwrap.ts'

interface BackfillDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** Reads a table, or a range of it, again: first the number of rows, then the run. */
export function BackfillDialog({ flow, onClose }: BackfillDialogProps) {
  const { t, i18n } = useLingui()
  const { number } = useFormats()
  const navigate = useNavigate()
  const streams = flow.config?.streams ?? []
  const [entity, setEntity] = useState((streams.find((one) => !backfillRefusal(one)) ?? streams[0])?.entity ?? '')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const stream = streams.find((one) => one.entity === entity)
  const refusal = stream && backfillRefusal(stream)
  const disabledReason = useDisabledReason('flow.run') ?? (isRunning(flow) ? t`Running already` : undefined)
  const { counted, start } = useBackfill(flow.id, backfillPart(entity, from, to), (runId) =>
    navigate({ to: '/floweditor/$id', params: { id: flow.id }, search: { tab: 'runs', run: runId } }),
  )
  const rows = counted.data
  const source = flow.sourceConnection?.type ?? ''
  const price = useRunPrice(flow)
  const isUncounted = isTooSlow(counted.error) || !comparesRows(source)
  const reasons = {
    replace: t`Every run replaces this table: run the flow.`,
    mirror: t`A mirror brings every change by itself.`,
    append: t`Appended rows would come twice. Update by key instead.`,
    whole: t`Every run reads all rows: run the flow.`,
  }
  const cursor = stream?.cursor ?? ''
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    counted.reset()
  }
  return (
    <FormDialog
      title={<Trans>Backfill</Trans>}
      description={t`Updates rows by key. The flow’s position stays.`}
      submitLabel={
        rows !== undefined ? (
          <Plural value={rows} one={`Read ${number(rows)} row again`} other={`Read ${number(rows)} rows again`} />
        ) : isUncounted ? (
          <Trans>Start without the number</Trans>
        ) : (
          <Trans>Count the rows</Trans>
        )
      }
      isBusy={counted.isPending || start.isPending}
      disabledReason={refusal ? reasons[refusal] : (disabledReason ?? (stream ? undefined : t`Choose tables first`))}
      onSubmit={() => (rows !== undefined || isUncounted ? start.mutate() : counted.mutate())}
      onClose={onClose}
    >
      {streams.length > 0 && (
        <Field label={t`Table`}>
          <Select
            value={entity}
            options={streams.map((one) => ({ value: one.entity, label: one.entity }))}
            onChange={({ target }) => change(setEntity)(target.value)}
          />
        </Field>
      )}
      {refusal && <Callout>{reasons[refusal]}</Callout>}
      {stream && !refusal && (
        <>
          <Field label={t`From ${cursor}`} hint={t`Empty: from the first row.`}>
            <TextInput autoComplete="off" value={from} onChange={({ target }) => change(setFrom)(target.value)} />
          </Field>
          <Field label={t`To ${cursor}`} hint={t`Inclusive, UTC. Empty: to the last row.`}>
            <TextInput autoComplete="off" value={to} onChange={({ target }) => change(setTo)(target.value)} />
          </Field>
        </>
      )}
      {rows !== undefined && (
        <Callout>
          <Plural
            value={rows}
            one={`${number(rows)} row in this range.`}
            other={`${number(rows)} rows in this range.`}
          />
        </Callout>
      )}
      {stream && !refusal && !comparesRows(source) && (
        <Callout>
          <Trans>This source cannot count without reading.</Trans> {price}
        </Callout>
      )}
      {counted.error && <Callout tone="danger">{errorText(i18n, counted.error)}</Callout>}
    </FormDialog>
  )
}

/** Counting a very large table takes longer than a page waits; a run may take that time. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'http' && error.failure.code === 'SOURCE_TOO_SLOW'

/** Counts the rows of a part at the source, and starts the run that reads them again. @param onStarted receives its id */
function useBackfill(flowId: string, part: BackfillPart, onStarted: (runId: string) => void) {
  const { countBackfill, backfillFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const counted = useMutation({
    mutationFn: async () => (await unwrap(countBackfill(flowId, [part])))[0]?.rows ?? 0,
  })
  const start = useMutation({
    mutationFn: () => unwrap(backfillFlow(flowId, [part])),
    onSuccess: ({ runId }) => runId !== undefined && onStarted(runId),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
  return { counted, start }
}
