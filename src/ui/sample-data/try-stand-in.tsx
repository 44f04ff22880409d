import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide'

import type { Connection } from '../../core/connections/connection.ts'
import type { WantedStandIn } from '../../core/sample-data/stand-ins.ts'
import { useServerText } from '../i18n/use-server-text.ts'
import { Button } from '../kit/button/button.tsx'
import { useAddStandIn, useStandIns } from './use-stand-ins.ts'

interface TryStandInProps extends WantedStandIn {
  /** The name of the type. */
  readonly label: string
  onAdded(connection: Connection): void
}

/** Beside a type: adds one on the machine of the server, where a stand-in plays it. Nothing where the server offers none. */
export function TryStandIn({ label, onAdded, ...wanted }: TryStandInProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const { data } = useStandIns()
  const { mutate: add, isPending } = useAddStandIn()
  if (!data?.types.has(wanted.type)) return null
  const problem = data.types.get(wanted.type)
  return (
    <Button
      size="xs"
      variant="ghost"
      icon={FlaskConical}
      isBusy={isPending}
      disabledReason={problem && serverText.message(problem)}
      aria-label={t`Try it with a test account: ${label}`}
      onClick={() => add(wanted, { onSuccess: onAdded })}
    >
      <Trans>Try it with a test account</Trans>
    </Button>
  )
}
