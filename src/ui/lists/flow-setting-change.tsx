import { useQuery } from '@tanstack/react-query'

import type { FlowSetting } from '../../core/catalog/changed-settings.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { ChangedBy } from './changed-by.tsx'

interface FlowSettingChangeProps {
  readonly flowId: string
  readonly setting: FlowSetting
}

/** Who set a setting of a flow last, and when; nothing on a server that keeps no versions. */
export function FlowSettingChange({ flowId, setting }: FlowSettingChangeProps) {
  const { listFlowVersions } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.flowVersions(id, flowId), setting],
    queryFn: () => unwrap(listFlowVersions(flowId, undefined, setting)),
    staleTime: 0,
  })
  const last = data?.versions[0]
  return last ? <ChangedBy at={last.savedAt} by={last.savedBy} /> : null
}
