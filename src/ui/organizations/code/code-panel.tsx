import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide'

import { joinedFileName, joinedFiles } from '../../../core/code/joined-files.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Card } from '../../kit/card/card.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { download } from '../../services/download.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { ImportFiles } from './import-files.tsx'

/** Everything as YAML files, and YAML files into the organization. */
export function CodePanel() {
  const disabledReason = useDisabledReason('integration.details')
  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  return (
    <Stack>
      <ExportCard />
      <ImportFiles />
      <Callout title={<Trans>From a repository</Trans>}>
        <Trans>
          With a folder and a key: <code>millrace pull</code>, <code>millrace plan</code>, <code>millrace apply</code>.
        </Trans>
      </Callout>
    </Stack>
  )
}

function ExportCard() {
  const { exportCode } = useServices()
  const { name } = useActiveOrganization()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unwrap(exportCode()),
    onSuccess: (files) => download(joinedFileName(name), 'text/plain', joinedFiles(files)),
  })
  return (
    <Card
      title={<Trans>Export everything</Trans>}
      description={<Trans>Everything that your role sees, with references in place of secrets.</Trans>}
      actions={
        <Button icon={Download} isBusy={isPending} onClick={() => mutate()}>
          <Trans>Download as YAML</Trans>
        </Button>
      }
    >
      {error && <ActionError error={error} />}
    </Card>
  )
}
