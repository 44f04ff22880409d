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
import { SettingChange } from '../setting-change.tsx'

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
      description={<Trans>Whoever runs the assistant then gets these values.</Trans>}
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
            t`They see a flow’s rows only after its steps, and nothing that a target holds.`,
            t`A column masked in one flow is masked or absent in all.`,
            t`At most ${SHOWN_LIMITS.rows} rows and ${SHOWN_LIMITS.characters} characters of a value; the audit log records it.`,
            t`Other keys read what their role allows.`,
          ]}
        />
        <SettingChange of="assistants" />
      </Stack>
    </Card>
  )
}
