import type { ClientConfiguration } from '../contract/configuration.ts'
import { makeSandboxPayments } from './billing/sandbox-payments.ts'
import { makeStripePayments } from './billing/stripe-payments.ts'
import type { ConnectorContext } from './connectors/connector.ts'
import { makeDialler } from './egress/dialler.ts'
import { parseNetworks } from './egress/parse-networks.ts'
import { makeGoogleOauth } from './google/google-oauth.ts'
import { createApp } from './http/app.ts'
import { auditHandlers } from './http/audit-handlers.ts'
import { billingHandlers } from './http/billing-handlers.ts'
import { makeCallerAddress } from './http/caller-address.ts'
import { connectionHandlers } from './http/connection-handlers.ts'
import { dashboardHandlers } from './http/dashboard-handlers.ts'
import { flowHandlers } from './http/flow-handlers.ts'
import { googleHandlers } from './http/google-handlers.ts'
import { integrationHandlers } from './http/integration-handlers.ts'
import { invitationHandlers } from './http/invitation-handlers.ts'
import { memberHandlers } from './http/member-handlers.ts'
import { organizationHandlers } from './http/organization-handlers.ts'
import { profileHandlers } from './http/profile-handlers.ts'
import { runHandlers } from './http/run-handlers.ts'
import { sampleDataHandlers } from './http/sample-data-handlers.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { makeStaticClient } from './http/static-client.ts'
import { makeVerifyEmulatorToken } from './identity/verify-emulator-token.ts'
import { type FirebaseKeys, makeVerifyFirebaseToken } from './identity/verify-firebase-token.ts'
import { makeInvitationMail } from './mail/invitation-mail.ts'
import { describeError } from './ports/describe-error.ts'
import type { Log } from './ports/log.ts'
import { makeCancellations } from './runs/cancellations.ts'
import { makeExecuteRun } from './runs/execute-run.ts'
import { makeRunFeed } from './runs/run-feed.ts'
import { makeRunQueue } from './runs/run-queue.ts'
import { makeScheduler } from './schedules/scheduler.ts'
import type { Config } from './start/config.ts'
import { openDatabase } from './store/database.ts'
import { migrate } from './store/migrate.ts'
import { makeNotifications } from './store/notifications.ts'
import { expireRejectedRows } from './store/rejected-rows.ts'
import { saveSubscription } from './store/subscriptions.ts'
import { makeConfirmConsent } from './usecases/confirm-consent.ts'
import { rewrapCredentials } from './usecases/rewrap-credentials.ts'
import { makeStartRun } from './usecases/start-run.ts'
import { makeVault } from './vault/vault.ts'

export interface ComposeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly auth:
    | { readonly kind: 'emulator'; readonly origin: string; readonly projectId: string }
    | {
        readonly kind: 'firebase'
        readonly projectId: string
        readonly apiKey: string
        readonly authDomain: string
        /** The signing keys; Google's unless told otherwise. */
        readonly keys?: FirebaseKeys
      }
  readonly masterKey: Uint8Array
  readonly clientFolder: string
  readonly log: Log
  /** Whether this process takes runs itself; others on the same database may do so too. Yes unless told otherwise. */
  readonly takesRuns?: boolean
}

export interface Application {
  /** `remoteAddress` is the other end of the socket. */
  fetch(request: Request, remoteAddress?: string): Response | Promise<Response>
  /** Settles when calls are answered and runs are taken. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Runs that one process moves at the same time: each may keep two servers busy. */
const CONCURRENT_RUNS = 4

/** Migrates the store and wires API and worker together; nothing runs before `start`. */
export async function compose(options: ComposeOptions): Promise<Application> {
  const { config, databaseUrl, auth, log } = options
  const onError = (error: Error) => log.warn('store connection', { error: describeError(error) })
  const role = await migrate(databaseUrl)
  const database = openDatabase({ databaseUrl, role, onError })
  const notifications = makeNotifications({ databaseUrl, onError })
  const queue = makeRunQueue({ databaseUrl, log, concurrency: CONCURRENT_RUNS })
  const vault = makeVault(options.masterKey, config.previousMasterKeys)
  const dialler = makeDialler({
    allow: parseNetworks(config.egressAllow.join(',')),
    deny: parseNetworks(config.egressDeny.join(',')),
    allowPrivate: !config.production,
  })
  const feed = makeRunFeed(notifications)
  const cancellations = makeCancellations(notifications)
  const vendors = { addresses: config.vendorAddresses, ...(config.google && { google: config.google }) }
  const google = config.google && makeGoogleOauth(config.google)
  const confirmConsent = makeConfirmConsent({ database, vault, google })
  const executeRun = makeExecuteRun({
    database,
    vault,
    dialler,
    vendors,
    confirmConsent: confirmConsent.ofConnection,
    log,
    onCancel: cancellations.onCancel,
  })
  const contextFor = (request: Request): ConnectorContext => ({ signal: request.signal, dialler, vendors })
  const publicOrigin = (request: Request) => config.publicUrl ?? new URL(request.url).origin
  const startRun = makeStartRun({ database, enqueue: queue.enqueue })
  const scheduler = makeScheduler({ database, notifications, enqueue: queue.enqueue, log })
  const stripe = config.stripe && makeStripePayments(config.stripe)
  const sandbox = makeSandboxPayments({
    masterKey: options.masterKey,
    origin: (returnUrl) => new URL(returnUrl).origin,
    save: async (row) => {
      await database.asSystem((query) => saveSubscription(query, row))
    },
  })
  const staticClient = makeStaticClient({ folder: options.clientFolder })

  const app = createApp({
    database,
    verify: auth.kind === 'emulator' ? makeVerifyEmulatorToken(auth) : makeVerifyFirebaseToken(auth),
    log,
    handlers: {
      ...profileHandlers({ database }),
      ...organizationHandlers({ database }),
      ...memberHandlers({ database }),
      ...auditHandlers({ database }),
      ...googleHandlers({ database, vault, google, publicOrigin }),
      ...billingHandlers({ database, payments: stripe ?? sandbox, stripe, publicOrigin }),
      ...dashboardHandlers({ database }),
      ...invitationHandlers({ database, mail: makeInvitationMail(config.smtpUrl), publicOrigin, log }),
      ...integrationHandlers({ database, vault, google }),
      ...connectionHandlers({ database, vault, contextFor, confirmConsent }),
      ...flowHandlers({ database, startRun, vault, contextFor, confirmConsent }),
      ...runHandlers({ database, feed, vault, startRun }),
      ...sampleDataHandlers({ database, vault, databaseUrl }),
    },
    pages: async (request) => {
      const page = stripe ? null : await sandbox.pages(request)
      if (page) return page
      const response = await staticClient(request)
      return response && secureHeaders(response, auth)
    },
    configuration: clientConfiguration(auth, config.sandbox),
    isReady: database.ping,
    callerAddress: makeCallerAddress(parseNetworks(config.trustedProxies.join(','))),
  })

  let expiring: NodeJS.Timeout | undefined
  const expire = () => {
    database.asSystem(expireRejectedRows).catch((error: unknown) => log.warn('expiry', { error: describeError(error) }))
  }

  return {
    fetch: (request, remoteAddress) => app.fetch(request, { remoteAddress }),
    start: async () => {
      await notifications.start()
      if (config.previousMasterKeys.length > 0)
        log.info('credentials are wrapped with the new master key', { ...(await rewrapCredentials(database, vault)) })
      expire()
      expiring = setInterval(expire, EXPIRE_EVERY_MS)
      await queue.start()
      scheduler.start()
      if (options.takesRuns ?? true) await queue.work(executeRun)
    },
    stop: async () => {
      clearInterval(expiring)
      await scheduler.stop()
      await queue.stop()
      await notifications.stop()
      await database.close()
    },
  }
}

/** What may be kept for a time is gone soon after it, whether anything runs or not. */
const EXPIRE_EVERY_MS = 60 * 60 * 1000

const clientConfiguration = (auth: ComposeOptions['auth'], sandbox: Config['sandbox']): ClientConfiguration => ({
  apiHost: '',
  firebase:
    auth.kind === 'emulator'
      ? { projectId: auth.projectId, apiKey: 'local', authDomain: 'localhost' }
      : { projectId: auth.projectId, apiKey: auth.apiKey, authDomain: auth.authDomain },
  ...(auth.kind === 'emulator' && { authEmulatorOrigin: auth.origin }),
  ...(sandbox && { sandbox }),
})
