import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** Permissions in the bucket that staging needs. */
export const PERMISSIONS = [
  'storage.objects.create',
  'storage.objects.delete',
  'storage.objects.get',
  'storage.objects.list',
]

export const notGranted = (permissions: readonly string[]) =>
  new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The service account lacks ${permissions.join(', ')} on the bucket.`,
    hint: sentence`Give it “Storage Object Admin” on this bucket.`,
    field: 'gcs_staging_bucket',
  })
