import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { SHOWN_LIMITS } from '../../../core/catalog/assistants/bounded-rows.ts'
import type { AssistantSettings } from '../../../core/service-members/assistant-settings.ts'
import { useActiveOrganization, useIsAllowed } from '../../access/use-active-organization.ts'
import { Card } from '../../kit/card/card.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Whether assistants see values of rows, and what that means; nothing on a server without this setting. */
export function AssistantValuesCard() {
  const { t } = useLingui()
  const { fetchAssistantSettings, updateAssistantSettings } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const queryKey = QUERY_KEYS.assistantSettings(id)
  const { data } = useQuery({ queryKey, queryFn: () => unwrap(fetchAssistantSettings()), staleTime: 0 })
  const {
    mutate: save,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (settings: AssistantSettings) => unwrap(updateAssistantSettings(settings)),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  })
  const mayChange = useIsAllowed('service-member.write')
  if (!data) return null
  return (
    <Card
      title={<Trans>Values of rows for assistants</Trans>}
      description={
        <Trans>
          Assistants with a key read flows and runs, but no values of rows, unless you allow it. Whoever runs the
          assistant then gets these values.
        </Trans>
      }
    >
      <Stack>
        <Checkbox
          label={<Trans>Assistants may see values of rows</Trans>}
          // Already while it is saved.
          checked={(isPending ? variables : data).showsValues}
          disabled={!mayChange || isPending}
          onChange={(showsValues) => save({ showsValues })}
        />
        <ConsequenceList
          items={[
            t`Assistants see rows of a flow only as they are after its steps, in samples, dry runs, checks and rejected rows. They see no table without a flow, and nothing that a target holds already.`,
            t`A column that any of your flows masks is shown masked or not at all, in every flow that reads it.`,
            t`They see at most ${SHOWN_LIMITS.rows} rows at a time, and ${SHOWN_LIMITS.characters} characters of a value. The audit log records who saw how many rows of which table, without the values.`,
            t`This holds for the tools of assistants. A key that is not made for an assistant reads through the API what its role allows.`,
          ]}
        />
      </Stack>
    </Card>
  )
}
