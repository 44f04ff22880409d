import { skipToken, useQuery } from '@tanstack/react-query'

import type { FlowSetting } from '../../core/catalog/changed-settings.ts'
import type { SavedVersion } from '../../core/versions/saved-version.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** Who set a setting of a flow last, and when; nothing where it is not set, and on a server that keeps no versions. */
export function useFlowSettingChange(
  flowId: string,
  setting: FlowSetting,
  isSet: boolean,
): Pick<SavedVersion, 'savedAt' | 'savedBy'> | undefined {
  const { listFlowVersions } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.flowVersions(id, flowId), setting],
    queryFn: isSet ? () => unwrap(listFlowVersions(flowId, undefined, setting)) : skipToken,
    staleTime: 0,
  })
  return data?.versions[0]
}
