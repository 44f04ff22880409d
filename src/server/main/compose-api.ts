import type { ClientConfiguration } from '../../contract/configuration.ts'
import { defined } from '../../core/catalog/defined.ts'
import { parseNetworks } from '../../engine/net/parse-networks.ts'
import { makeSandboxPayments } from '../billing/sandbox-payments.ts'
import type { PaymentProvider, StripePayments } from '../domain/billing/payment-provider.ts'
import { announceFlowPresence } from '../domain/flows/announce-flow-presence.ts'
import type { InvitationMail } from '../domain/members/invitation-mail.ts'
import type { VerifyToken } from '../domain/people/principal.ts'
import { makeVerifyKey } from '../domain/service-members/verify-key.ts'
import { makeStartStandIn } from '../domain/stand-ins/start-stand-in.ts'
import { VERSION } from '../host/version.ts'
import { createApp } from '../http/app.ts'
import { secureHeaders } from '../http/client/secure-headers.ts'
import { makeStaticClient } from '../http/client/static-client.ts'
import { makeEventStreams } from '../http/events/event-streams.ts'
import { makeFlowPresence } from '../http/events/flow-presence.ts'
import { makeRunFeed } from '../http/events/run-feed.ts'
import type { Handlers } from '../http/handler.ts'
import { alertHandlers } from '../http/handlers/alert-handlers.ts'
import { assistantHandlers } from '../http/handlers/assistant-handlers.ts'
import { auditHandlers } from '../http/handlers/audit-handlers.ts'
import { batchHandlers } from '../http/handlers/batch-handlers.ts'
import { billingHandlers } from '../http/handlers/billing-handlers.ts'
import { budgetHandlers } from '../http/handlers/budget-handlers.ts'
import { codeHandlers } from '../http/handlers/code-handlers.ts'
import { connectionHandlers } from '../http/handlers/connection-handlers.ts'
import { connectionOverviewHandlers } from '../http/handlers/connection-overview-handlers.ts'
import { dashboardHandlers } from '../http/handlers/dashboard-handlers.ts'
import { draftHandlers } from '../http/handlers/draft-handlers.ts'
import { flowHandlers } from '../http/handlers/flow-handlers.ts'
import { flowOverviewHandlers } from '../http/handlers/flow-overview-handlers.ts'
import { flowVersionHandlers } from '../http/handlers/flow-version-handlers.ts'
import { googleHandlers } from '../http/handlers/google-handlers.ts'
import { inboundUrlHandlers } from '../http/handlers/inbound-url-handlers.ts'
import { integrationHandlers } from '../http/handlers/integration-handlers.ts'
import { invitationHandlers } from '../http/handlers/invitation-handlers.ts'
import { memberHandlers } from '../http/handlers/member-handlers.ts'
import { mirrorHandlers } from '../http/handlers/mirror-handlers.ts'
import { organizationHandlers } from '../http/handlers/organization-handlers.ts'
import { profileHandlers } from '../http/handlers/profile-handlers.ts'
import { rejectHandlers } from '../http/handlers/reject-handlers.ts'
import { runActionHandlers } from '../http/handlers/run-action-handlers.ts'
import { runHandlers } from '../http/handlers/run-handlers.ts'
import { runLimitsHandlers } from '../http/handlers/run-limits-handlers.ts'
import { runRowHandlers } from '../http/handlers/run-row-handlers.ts'
import { sampleDataHandlers } from '../http/handlers/sample-data-handlers.ts'
import { serviceMemberHandlers } from '../http/handlers/service-member-handlers.ts'
import { tableSearchHandlers } from '../http/handlers/table-search-handlers.ts'
import { trashHandlers } from '../http/handlers/trash-handlers.ts'
import { viewHandlers } from '../http/handlers/view-handlers.ts'
import { watchHandlers } from '../http/handlers/watch-handlers.ts'
import { makeCallerAddress } from '../http/requests/caller-address.ts'
import { fetchJsonThrough } from '../identity/fetch-json-through.ts'
import { makeVerifyFirebaseToken } from '../identity/verify-firebase-token.ts'
import { makeVerifyIssuerToken } from '../identity/verify-issuer-token.ts'
import { makeVerifyLocalToken } from '../identity/verify-local-token.ts'
import { makeMcpEndpoint } from '../mcp/mcp-endpoint.ts'
import { clearEnded } from '../sample-data/clear-ended.ts'
import { saveSubscription } from '../store/organizations/subscriptions.ts'
import { makePerformCall } from '../tasks/task-calls.ts'
import { makeReplayAlert } from '../worker/alerts/replay-alert.ts'
import { makeTestAlert } from '../worker/alerts/test-alert.ts'
import type { Auth, ComposeOptions } from './compose.ts'
import type { Config } from './config.ts'
import { makePerformTask } from './perform-task.ts'
import { performTasksHere } from './perform-tasks-here.ts'
import { mirrorLogOf } from './read-task-limits.ts'
import type { Runtime } from './runtime.ts'
import { taskDepsOf } from './task-deps-of.ts'

interface ApiOptions extends ComposeOptions {
  readonly auth: Auth
}

/** The part that answers calls: the API and the pages of the client. */
export async function composeApi(foundation: Runtime, { auth, databaseUrl, masterKey, clientFolder }: ApiOptions) {
  const { config, log, metrics, health, database } = foundation
  const stripe = await stripeOf(config)
  const sandbox = makeSandboxPayments({
    masterKey,
    origin: (returnUrl) => new URL(returnUrl).origin,
    save: async (row) => {
      await database.asSystem((query) => saveSubscription(query, row))
    },
  })
  const staticClient = makeStaticClient({ folder: clientFolder })

  const startStandIn = makeStartStandIn(foundation.standIns)
  const tasks = foundation.tasks ?? performTasksHere(taskDepsOf({ ...foundation, databaseUrl, startStandIn }))

  const verifyPerson = auth.kind === 'local' ? makeVerifyLocalToken(auth) : makeVerifyFirebaseToken(auth)
  const verify = makeVerifyKey(database, verifyPerson)

  const app = createApp({
    database,
    vault: foundation.vault,
    verify,
    log,
    counters: metrics,
    tracer: foundation.tracer,
    handlers: composeHandlers(foundation, {
      verify,
      stripe,
      sandbox,
      mail: await invitationMailOf(config),
      databaseUrl,
    }),
    performTask: makePerformTask({ database, log, performCall: makePerformCall(tasks) }),
    pages: async (request) => {
      const page = stripe ? null : await sandbox.pages(request)
      if (page) return page
      const response = await staticClient(request)
      return response && secureHeaders(response, auth)
    },
    mcp: makeMcpEndpoint(VERSION),
    configuration: clientConfiguration(auth, config),
    health,
    isHttps: config.publicUrl?.startsWith('https://') ?? false,
    callerAddress: makeCallerAddress(parseNetworks(config.trustedProxies.join(','))),
  })
  return app
}

// The code of Stripe and of mail takes a third of the time of a start, and most installations need neither.

async function stripeOf({ stripe }: Config): Promise<StripePayments | undefined> {
  if (!stripe) return undefined
  const { makeStripePayments } = await import('../billing/stripe-payments.ts')
  return makeStripePayments(stripe)
}

async function invitationMailOf({ smtpUrl }: Config): Promise<InvitationMail> {
  if (smtpUrl === undefined) return async () => false
  const { makeInvitationMail } = await import('../mail/invitation-mail.ts')
  return makeInvitationMail(smtpUrl)
}

interface HandlerOptions {
  readonly mail: InvitationMail
  readonly verify: VerifyToken
  readonly stripe: StripePayments | undefined
  readonly sandbox: PaymentProvider
  readonly databaseUrl: string
}

function composeHandlers(
  foundation: Runtime,
  { verify, stripe, sandbox, mail, databaseUrl }: HandlerOptions,
): Omit<Handlers, 'performBulk'> {
  const { config, log, database, notifications, startRun, vault, dialler, google, sendAlert } = foundation
  const feed = makeRunFeed(notifications)
  const presence = makeFlowPresence({
    notifications,
    announce: (told) => announceFlowPresence(database, told),
  })
  const publicOrigin = (request: Request) => config.publicUrl ?? new URL(request.url).origin
  const testAlert = makeTestAlert({ database, send: sendAlert })
  const replayAlert = makeReplayAlert({ database, send: sendAlert })
  const isEmailAvailable = config.smtpUrl !== undefined
  return {
    ...profileHandlers({ database, clearEnded: () => clearEnded({ database, databaseUrl, log }) }),
    ...organizationHandlers({ database }),
    ...memberHandlers({ database }),
    ...serviceMemberHandlers({ database, verifyIssuerToken: makeVerifyIssuerToken(fetchJsonThrough(dialler)) }),
    ...auditHandlers({ database }),
    ...googleHandlers({ database, vault, google, publicOrigin }),
    ...billingHandlers({ database, payments: stripe ?? sandbox, stripe, publicOrigin }),
    ...dashboardHandlers({ database }),
    ...invitationHandlers({ database, mail, publicOrigin, log }),
    ...integrationHandlers({ database, vault }),
    ...connectionHandlers({ database, vault }),
    ...connectionOverviewHandlers({ database }),
    ...flowHandlers({ database }),
    ...codeHandlers({ database }),
    ...flowOverviewHandlers({ database }),
    ...draftHandlers({ database }),
    ...tableSearchHandlers({ database }),
    ...flowVersionHandlers({ database }),
    ...mirrorHandlers({ database, vault, logBytes: mirrorLogOf(config) }),
    ...batchHandlers({ database }),
    ...viewHandlers({ database }),
    ...assistantHandlers({ database, vault }),
    ...runHandlers({ database }),
    ...runRowHandlers({ database, vault }),
    ...runActionHandlers({ database, vault, startRun }),
    ...budgetHandlers({ database }),
    ...runLimitsHandlers({ database }),
    ...rejectHandlers({ database, vault, startRun }),
    ...watchHandlers({ database, feed, presence, openEventStream: makeEventStreams(verify) }),
    ...sampleDataHandlers({ database, vault, standIns: foundation.standIns }),
    ...alertHandlers({ database, vault, testAlert, replayAlert, isEmailAvailable }),
    ...inboundUrlHandlers({ database, vault, startRun, publicOrigin }),
    ...trashHandlers({ database, vault, google }),
  }
}

const clientConfiguration = (
  auth: Auth,
  { sandbox, limits }: Pick<Config, 'sandbox' | 'limits'>,
): ClientConfiguration =>
  defined({
    apiHost: '',
    version: VERSION,
    firebase:
      auth.kind === 'local'
        ? { projectId: auth.projectId, apiKey: 'local', authDomain: 'localhost' }
        : { projectId: auth.projectId, apiKey: auth.apiKey, authDomain: auth.authDomain },
    authEmulatorOrigin: auth.kind === 'local' ? auth.origin : undefined,
    limits,
    sandbox,
  })
