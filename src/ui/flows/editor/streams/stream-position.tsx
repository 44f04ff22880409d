import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { Button } from '../../../kit/button/button.tsx'
import { AlertDialog } from '../../../kit/dialog/alert-dialog.tsx'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import styles from './stream-picker.module.css'
import { positionsQuery } from './use-stream-positions.ts'

interface StreamPositionProps {
  readonly stream: FlowStream
  readonly isReadOnly: boolean
}

/** The position of an incremental stream, and a way to reset it. */
export function StreamPosition({ stream, isReadOnly }: StreamPositionProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { position, reset } = useStreamPosition(stream)
  if (!position) return null
  const { bound } = position
  const { entity, mode } = stream
  const close = () => setAsking(false)
  return (
    <div className={styles['position']}>
      {bound === undefined ? (
        <Trans>The next run reads from the beginning.</Trans>
      ) : (
        <>
          <span>
            <Trans>
              Read up to <code>{bound}</code>
            </Trans>
          </span>
          {!isReadOnly && (
            <Button size="sm" onClick={() => setAsking(true)}>
              <Trans>Reset</Trans>
            </Button>
          )}
        </>
      )}
      {isAsking && (
        <AlertDialog
          title={<Trans>Read {entity} from the beginning?</Trans>}
          description={
            mode === 'append'
              ? t`The next run reads every row again and leaves existing ones out; BigQuery without a key gets them twice, an e-mail lists them again.`
              : t`The next run reads every row again, updating by key.`
          }
          confirmLabel={t`Reset`}
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate(undefined, { onSettled: close })}
          onCancel={close}
        />
      )}
    </div>
  )
}

/** The position of a stream of the flow in the address, for its current cursor. */
function useStreamPosition({ entity, cursor }: FlowStream) {
  const { id: flowId } = useParams({ from: '/main/floweditor/$id' })
  const services = useServices()
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const { data: positions = [] } = useQuery(positionsQuery(services, organizationId, flowId))
  const reset = useMutation({
    mutationFn: () => unwrap(services.resetStream(flowId, entity)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.streamPositions(organizationId, flowId) }),
  })
  const position = positions.find((known) => known.entity === entity && known.cursor === cursor)
  return { position, reset }
}
