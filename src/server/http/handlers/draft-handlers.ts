import { discardDraft } from '../../domain/flows/drafts/discard-draft.ts'
import { publishFlow } from '../../domain/flows/drafts/publish-flow.ts'
import { readEditedFlow } from '../../domain/flows/drafts/read-edited-flow.ts'
import { saveFlowEdit } from '../../domain/flows/drafts/save-flow-edit.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { configFrom } from '../requests/config-from.ts'
import { versionFrom } from '../requests/version-from.ts'
import { editedFlowToWire, flowToWire } from '../wire/flow-to-wire.ts'
import { changedMeanwhile } from './flow-handlers.ts'

export const draftHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getDraft: async ({ member: { organizationId }, params }) =>
      editedFlowToWire(await readEditedFlow(database, organizationId, params['flowId'] ?? '')),

    saveDraft: async ({ member, params, body, request }) => {
      const edited = await saveFlowEdit(database, member, params['flowId'] ?? '', {
        edition: versionFrom(request),
        baseVersion: body.base_version,
        name: body.name,
        enabled: body.enabled,
        sourceConnectionId: body.source_connection?.id,
        destinationConnectionId: body.destination_connection?.id,
        config: body.config && configFrom(body.config),
        freshnessMinutes: body.freshness_minutes,
      })
      if (!edited.isSaved) throw changedMeanwhile(edited.flow)
      return editedFlowToWire(edited)
    },

    discardDraft: async ({ member, params, request }) => {
      const { flow, isDiscarded } = await discardDraft(database, member, params['flowId'] ?? '', versionFrom(request))
      if (!isDiscarded) throw changedMeanwhile(flow)
      return undefined
    },

    publishFlow: async ({ member, params, body, request }) => {
      const wanted = { edition: versionFrom(request), note: body.note?.trim() || undefined }
      const { flow, isSaved } = await publishFlow(database, member, params['flowId'] ?? '', wanted)
      if (!isSaved) throw changedMeanwhile(flow)
      return flowToWire(flow)
    },
  }) satisfies Partial<Handlers>
