import { z } from 'zod/mini'

import type { Route } from '../../contract/route.ts'
import { ROUTES } from '../../contract/routes.ts'
import { sentence } from '../../contract/sentence.ts'
import type { Failure } from '../../core/failure.ts'
import { withoutAbsent } from './without-absent.ts'

/** Calls beyond the specification, which a server may not have. */
const BEYOND_SPECIFICATION = new Set<Route>([
  ROUTES.listRuns,
  ROUTES.listFlowRuns,
  ROUTES.previewFlow,
  ROUTES.planStream,
  ROUTES.planTargets,
  ROUTES.estimateFlow,
  ROUTES.planStructure,
  ROUTES.watchRun,
  ROUTES.watchOrganization,
  ROUTES.listInvitations,
  ROUTES.listAuditEvents,
  ROUTES.listAlertChannels,
  ROUTES.createAlertChannel,
  ROUTES.listAlertDeliveries,
  ROUTES.listPlans,
  ROUTES.createSampleData,
  ROUTES.listStandIns,
  ROUTES.addStandIn,
  ROUTES.removeStandIns,
  ROUTES.previewAccountDeletion,
  ROUTES.deleteAccount,
  ROUTES.listTrash,
  ROUTES.getBudgets,
  ROUTES.updateBudgets,
  ROUTES.forgetAnswers,
  ROUTES.getRejectLimits,
  ROUTES.updateRejectLimits,
  ROUTES.listDeletedOrganizations,
  ROUTES.listServiceMembers,
  ROUTES.createServiceMember,
  // The other calls of flows as code are offered with this one.
  ROUTES.exportCode,
])

/** The same for calls with an id: there a 404 with a code means that the object no longer exists. */
const BEYOND_SPECIFICATION_BY_ID = new Set<Route>([
  ROUTES.showRows,
  ROUTES.getRun,
  ROUTES.getRunLog,
  ROUTES.listStreams,
  ROUTES.listKnownTables,
  ROUTES.listRejectedRows,
  ROUTES.listRejectedCauses,
  ROUTES.editRejectedRows,
  ROUTES.replayRejectedRows,
  ROUTES.skipRejectedRows,
  ROUTES.replayRun,
  ROUTES.retryRun,
  ROUTES.decideVanished,
  ROUTES.countBackfill,
  ROUTES.backfillFlow,
  ROUTES.dryRunFlow,
  ROUTES.verifyFlow,
  ROUTES.sendDiffering,
  ROUTES.listCheckRows,
  ROUTES.getRunChanges,
  ROUTES.getRunEstimate,
  ROUTES.getRunReceipt,
  ROUTES.getRunStructure,
  ROUTES.listRowChanges,
  ROUTES.changeTarget,
  ROUTES.resetStream,
  ROUTES.cancelRun,
  ROUTES.resendInvitation,
  ROUTES.deleteInvitation,
  ROUTES.previewInvitation,
  ROUTES.updateAlertChannel,
  ROUTES.deleteAlertChannel,
  ROUTES.rotateAlertSecret,
  ROUTES.testAlertChannel,
  ROUTES.getFlowEstimate,
  ROUTES.listFlowVersions,
  ROUTES.getFlowVersion,
  ROUTES.getInboundUrl,
  ROUTES.renewInboundUrl,
  ROUTES.deleteInboundUrl,
  ROUTES.listConnectionVersions,
  ROUTES.renewServiceKey,
  ROUTES.deleteServiceMember,
  ROUTES.takeOverFlow,
  ROUTES.restoreFromTrash,
  ROUTES.deletePermanently,
  ROUTES.restoreOrganization,
])

/** Every part may be missing, or have an unknown form, because other servers are supported too. */
const explanation = z.looseObject({
  message: z.catch(z.optional(z.string()), undefined),
  sentence,
  code: z.catch(z.optional(z.string()), undefined),
  details: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
})

/** The meaning of an answer that is not the row's success. */
export async function failureOf(route: Route, response: Response): Promise<Failure> {
  const { status, statusText } = response
  const body = explanation.safeParse(await response.json().catch(() => undefined))
  const { message: serverMessage, sentence: serverSentence, code, details } = body.data ?? {}
  if (isNotOffered(route, status, code)) return { kind: 'not-offered' }
  return { kind: 'http', status, statusText, ...withoutAbsent({ serverMessage, serverSentence, code, details }) }
}

function isNotOffered(route: Route, status: number, code: string | undefined): boolean {
  if (BEYOND_SPECIFICATION.has(route)) return status === 404 || status === 501
  if (BEYOND_SPECIFICATION_BY_ID.has(route)) return status === 501 || (status === 404 && code === undefined)
  return false
}
