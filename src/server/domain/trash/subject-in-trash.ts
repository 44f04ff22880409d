import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { TrashRow } from '../../store/trash/trash.ts'

/** What the permissions for something in the trash depend on. */
export const subjectInTrash = ({
  kind,
  type,
}: Pick<TrashRow, 'kind' | 'type'>): { readonly ownsCredentials: boolean } => ({
  ownsCredentials: kind === 'connection' && CONNECTION_TYPES[type as ConnectionType].merged,
})
