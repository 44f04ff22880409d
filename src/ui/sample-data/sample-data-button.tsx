import { Trans } from '@lingui/react/macro'
import { FlaskConical } from 'lucide'
import { useIsAllowed } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { useIsOffered } from '../services/use-is-offered.ts'
import { useSampleData } from './use-sample-data.ts'

/** Hidden for users without the permission, and on a server that does not offer it. */
export function SampleDataButton() {
  const { mutate: createSampleData, isPending } = useSampleData()
  const isOffered = useIsOffered('createSampleData')
  const mayCreate = useIsAllowed('sample-data.create')
  if (!mayCreate || !isOffered) return null
  return (
    <Button icon={FlaskConical} isBusy={isPending} onClick={() => createSampleData()}>
      {isPending ? <Trans>Preparing sample data…</Trans> : <Trans>Use sample data</Trans>}
    </Button>
  )
}
