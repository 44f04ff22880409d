import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide'

import type { Organization } from '../../../core/organizations/organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Strip } from '../../kit/strip/strip.tsx'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Shows above every page while the schedules of a restored organization are paused. */
export function RestoredBanner({ organization: { restoredAt, schedulesPaused } }: { organization: Organization }) {
  const { resumeSchedules } = useServices()
  const formats = useFormats()
  const disabledReason = useDisabledReason('flow.write')
  const { mutate: resume, isPending, error } = useMutation({ mutationFn: () => unwrap(resumeSchedules()) })
  if (!schedulesPaused || restoredAt === undefined) return null
  const time = formats.dateTime(restoredAt)
  return (
    <div role="status">
      <Strip
        tone="warning"
        icon={ArchiveRestore}
        actions={
          <Button size="xs" isBusy={isPending} disabledReason={disabledReason} onClick={() => resume()}>
            <Trans>Resume schedules</Trans>
          </Button>
        }
      >
        <Trans>
          Restored from a backup of {time}. Schedules are paused, so that no rows are sent twice. Resume them when the
          other installation is off.
        </Trans>
        <ActionError error={error} />
      </Strip>
    </div>
  )
}
