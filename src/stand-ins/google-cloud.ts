import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto'

import { jwtVerify } from 'jose'

import { BigqueryApi } from './bigquery-api.ts'
import type { CloudJob } from './bigquery-jobs.ts'
import type { CloudTable } from './bigquery-table.ts'
import { CloudStorage } from './cloud-storage.ts'
import type { GoogleCloudSettings } from './google-cloud-settings.ts'
import { refused } from './google-refusal.ts'
import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

export interface GoogleCloudStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'stop'> {
  /** The key file of the account. */
  readonly serviceAccountKey: string
  readonly projectId: string
  readonly datasetId: string
  readonly bucket: string
  readonly settings: GoogleCloudSettings
  readonly tables: Map<string, CloudTable>
  readonly objects: Map<string, Buffer>
  readonly jobs: Map<string, CloudJob>
}

const ACCOUNT = 'millrace@my-project-123.iam.gserviceaccount.com'
const [PROJECT, DATASET, BUCKET] = ['my-project-123', 'analytics', 'my-staging-bucket']
const ALL = ['storage.objects.create', 'storage.objects.delete', 'storage.objects.get', 'storage.objects.list']

/** All stand-ins share one service account, because creating a key takes a tenth of a second. */
let keyPair: KeyPairKeyObjectResult | undefined

/**
 * Google's token call for service accounts, one bucket of Cloud Storage with resumable uploads, and one dataset of BigQuery whose
 * load jobs really read Parquet. Refuses what Google refuses: signatures, chunk sizes, unknown objects, types that differ.
 */
export async function startGoogleCloud(now: () => number = Date.now): Promise<GoogleCloudStandIn> {
  keyPair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKey, privateKey } = keyPair
  const names = { projectId: PROJECT, datasetId: DATASET, bucket: BUCKET }
  const settings: GoogleCloudSettings = {
    location: 'EU',
    bucketLocation: 'EU',
    permissions: ALL,
    isStuck: false,
    leastBilled: 10 * 2 ** 20,
    keepsRows: true,
    hasBilling: true,
  }
  const storage = new CloudStorage({ account: ACCOUNT, bucket: BUCKET, settings })
  const { objects } = storage
  const bigquery = new BigqueryApi({ ...names, objects, settings, now })
  const server: VendorServer = await startVendorServer(async (request) => {
    if (request.path === '/token') return grantToken(request, publicKey, now())
    if (request.headers.authorization !== 'Bearer cloud-token') return refused(401, 'authError', 'Invalid Credentials')
    return storage.answer(request, server.address) ?? bigquery.answer(request)
  })
  const { tables, jobs } = bigquery
  return { ...server, ...names, serviceAccountKey: keyFile(privateKey), settings, tables, objects, jobs }
}

async function grantToken({ body }: VendorRequest, publicKey: KeyObject, now: number): Promise<VendorReply> {
  const form = new URLSearchParams(body.toString())
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return { status: 400, body: { error: 'unsupported_grant_type' } }
  try {
    await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: ACCOUNT,
      audience: 'https://oauth2.googleapis.com/token',
      algorithms: ['RS256'],
      currentDate: new Date(now),
    })
    return { status: 200, body: { access_token: 'cloud-token', expires_in: 3599, token_type: 'Bearer' } }
  } catch {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
  }
}

const keyFile = (privateKey: KeyObject): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: PROJECT,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: ACCOUNT,
    token_uri: 'https://evil.test/token',
  })
