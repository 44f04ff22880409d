import {
  type InboundUrl,
  readInboundUrl,
  removeInboundUrl,
  renewInboundUrl,
} from '../../domain/inbound-urls/change-inbound-url.ts'
import { readSignedCall } from '../../domain/inbound-urls/check-signature.ts'
import { startByInboundUrl } from '../../domain/inbound-urls/start-by-inbound-url.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { makeRateLimiter } from '../requests/rate-limiter.ts'
import { readText } from '../requests/read-body.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly startRun: StartRun
  readonly publicOrigin: (request: Request) => string
}

/** Signed calls of one flow, from wherever they come. */
const PER_FLOW = { calls: 60, seconds: 60 }

/** The URL by which other programs start a flow. */
export function inboundUrlHandlers({ publicOrigin, ...deps }: Deps) {
  const checkRate = makeRateLimiter()
  const toWire = (request: Request, flowId: string, { since, usedAt, previousUntil }: InboundUrl) => ({
    url: `${publicOrigin(request)}/v1/hooks/flows/${flowId}`,
    since: since.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
    previous_until: previousUntil?.toISOString() ?? null,
  })
  return {
    getInboundUrl: async ({ member: { organizationId }, params: { flowId = '' }, request }) => {
      const known = await readInboundUrl(deps, organizationId, flowId)
      return { inbound_url: known ? toWire(request, flowId, known) : null }
    },

    renewInboundUrl: async ({ member, params: { flowId = '' }, body, request }) => {
      const { secret, ...renewed } = await renewInboundUrl(deps, member, flowId, body.keep_previous)
      return { ...toWire(request, flowId, renewed), secret }
    },

    deleteInboundUrl: async ({ member, params: { flowId = '' } }) => {
      await removeInboundUrl(deps, member, flowId)
      return undefined
    },

    startByInboundUrl: async ({ params: { flowId = '' }, request }) => {
      const body = await readText(request)
      const call = readSignedCall((name) => request.headers.get(name), body, Date.now())
      const perFlow = { ...deps, checkRate: (id: string) => checkRate(id, PER_FLOW) }
      return { run_id: (await startByInboundUrl(perFlow, flowId, call)).id }
    },
  } satisfies Partial<Handlers>
}
