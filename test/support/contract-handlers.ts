import type { RouteName } from '../../src/contract/routes.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../src/core/catalog/connections/integration-types.ts'
import { MASK } from '../../src/core/catalog/connections/mask.ts'
import { type Asked, Problem } from './contract-problem.ts'
import { MIRROR_HANDLERS } from './mirror-handlers.ts'

type Row = { readonly id: string } & Record<string, unknown>
type Handler = (asked: Asked) => unknown

const ME = { uid: 'ada', email: 'ada@example.com', email_verified: true, display_name: 'Ada', photo_url: null }

/** One small answer per row of the contract, and a way to put in what only a server can make. */
export function makeContractHandlers() {
  const tables = new Map<string, Row[]>()
  const runByKey = new Map<string, string>()
  const log = new Map<string, object[]>()
  let profile: object = ME

  const table = (name: string, owner = '') => {
    const key = `${owner}/${name}`
    const rows = tables.get(key) ?? []
    tables.set(key, rows)
    return rows
  }
  const add = (rows: Row[], row: object): Row => {
    const added = { ...row, id: crypto.randomUUID() as string }
    rows.push(added)
    return added
  }
  const find = (rows: Row[], id = '') => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) throw new Problem(404, 'NOT_FOUND')
    return row
  }
  const change = (rows: Row[], id = '', changes: object = {}) => {
    const changed = { ...find(rows, id), ...changes, id }
    rows.splice(rows.indexOf(find(rows, id)), 1, changed)
    return changed
  }
  const remove = (rows: Row[], id = '') => void rows.splice(rows.indexOf(find(rows, id)), 1)
  const visible = ({ credentials: _, ...row }: Row) => row
  const masked = ({ credentials, ...row }: Row) => {
    const fields = INTEGRATION_TYPES[row['type'] as IntegrationType].fields
    const shown = Object.entries(credentials as object).map(([name, value]) => [
      name,
      fields.some((field) => field.name === name && !field.secret) ? value : MASK,
    ])
    return { ...row, credentials: Object.fromEntries(shown) }
  }
  /** The rows of that name in the organization that the call names. */
  const of = ({ params }: Asked, name: string) => table(name, params['orgId'])
  const tested = ({ config, ...rest }: { config?: Record<string, unknown> }) => {
    const stage = { stage: 'sign-in', milliseconds: 3 }
    if (config?.['refuse'] !== true) return { stages: [{ ...stage, status: 'passed', ...rest }] }
    const wrong = { code: 'PASSWORD', message: 'The password is wrong', hint: null, field: 'password' }
    const stages = [{ ...stage, status: 'failed', problem: wrong }]
    throw new Problem(422, 'CONNECTION_TEST_FAILED', wrong.message, { stages })
  }
  const events = (name: string, data: object) =>
    new Response(`retry: 10\n\nid: 7\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  const nothing = () => undefined
  const saved = (asked: Asked, row: Row) => {
    of(asked, 'versions').push(row)
    return row
  }
  /** A change of another version than the current one. */
  const refuseOther = ({ headers }: Asked, { version = 1 }: Row) => {
    const expected = headers.get('if-match')
    if (expected && expected !== `"${version}"`) throw new Problem(409, 'CHANGED')
  }
  const trashed = (asked: Asked, place: string, parameter: string) => {
    const row = find(of(asked, place), asked.params[parameter])
    const { id, name = row['url'], type = row['kind'] } = row
    of(asked, `gone-${place}`).push(row)
    of(asked, 'trash').push({ id, kind: place.slice(0, -1), name, type, deleted_at: NOW, expires_at: NOW })
    return remove(of(asked, place), id)
  }

  const emptyPlan = { state: 's1', changes: [], unchanged: 0, faults: [] }

  const handlers: Record<RouteName, Handler> = {
    ...MIRROR_HANDLERS,
    exportCode: () => ({ files: [{ name: 'flows/orders.yaml', text: 'millrace: 1\nkind: flow\nname: Orders\n' }] }),
    planCode: () => emptyPlan,
    applyCode: () => emptyPlan,
    tryCode: () => ({ state: 's1', flows: [], next_cursor: null }),
    proposeFlow: () => emptyPlan,
    listFlowProposals: () => [],
    deleteFlowProposal: () => undefined,
    takeOverAlertChannel: (asked) => find(of(asked, 'alert-channels'), asked.params['channelId']),
    takeOverFlow: (asked) => find(of(asked, 'flows'), asked.params['flowId']),
    getProfile: () => profile,
    updateProfile: ({ body }) => {
      profile = { ...profile, ...body }
      return profile
    },
    syncProfile: () => profile,
    exportPersonalData: () => ({ profile }),
    previewAccountDeletion: () => ({
      organizations: table('organizations').map(({ id, name }) => ({ id, name, sole_owner: true, members: 1 })),
    }),
    deleteAccount: nothing,

    listOrganizations: () => table('organizations'),
    createOrganization: ({ body }) => add(table('organizations'), { name: body.name, roles: ['owner'] }),
    updateOrganization: ({ params, body }) => change(table('organizations'), params['orgId'], { name: body.name }),
    resumeSchedules: ({ params }) => find(table('organizations'), params['orgId']),
    deleteOrganization: ({ params }) => {
      const { id, name } = find(table('organizations'), params['orgId'])
      add(table('deleted-organizations'), { id, name, deleted_at: NOW, expires_at: NOW })
      return remove(table('organizations'), id)
    },
    listDeletedOrganizations: () => table('deleted-organizations'),
    restoreOrganization: ({ params }) => {
      const { id, name } = find(table('deleted-organizations'), params['orgId'])
      remove(table('deleted-organizations'), id)
      return add(table('organizations'), { id, name, roles: ['owner'] })
    },

    listTrash: (asked) => of(asked, 'trash').toReversed(),
    restoreFromTrash: (asked) => {
      const { id, kind, name } = find(of(asked, 'trash'), asked.params['trashId'])
      const place = `gone-${String(kind)}s`
      of(asked, `${String(kind)}s`).push(find(of(asked, place), id))
      remove(of(asked, 'trash'), id)
      return { restored: [{ id, kind, name }] }
    },
    deletePermanently: (asked) => remove(of(asked, 'trash'), asked.params['trashId']),

    listServiceMembers: (asked) => of(asked, 'service-members'),
    createServiceMember: (asked) => ({
      ...add(of(asked, 'service-members'), { ...asked.body, key_start: 'mlr_abc', created_at: NOW, renewed_at: NOW }),
      key: 'mlr_abcdef',
    }),
    renewServiceKey: (asked) => ({
      ...change(of(asked, 'service-members'), asked.params['serviceMemberId'], { previous_until: NOW }),
      key: 'mlr_ghijkl',
    }),
    createFederatedCredential: (asked) => ({ ...asked.body, id: 'credential-1', created_at: NOW }),
    deleteFederatedCredential: () => undefined,
    requestKey: () => ({ code: 'WDJB-MJHT', expires_at: NOW }),
    fetchKey: () => ({ key: 'mlr_fetched' }),
    exchangeToken: () => ({ key: 'mlr_short', expires_at: NOW, organization_id: 'org-1' }),
    deleteServiceMember: (asked) => remove(of(asked, 'service-members'), asked.params['serviceMemberId']),

    listMembers: (asked) => of(asked, 'members'),
    updateMember: (asked) => change(of(asked, 'members'), asked.params['memberId'], asked.body),
    removeMember: (asked) => remove(of(asked, 'members'), asked.params['memberId']),

    listInvitations: (asked) => of(asked, 'invitations'),
    createInvitation: (asked) => {
      const added = add(of(asked, 'invitations'), { ...asked.body, status: 'pending' })
      add(table('tokens'), { invitation: added.id, organization: asked.params['orgId'] })
      return linked(added)
    },
    resendInvitation: (asked) => linked(find(of(asked, 'invitations'), asked.params['invitationId'])),
    deleteInvitation: (asked) => remove(of(asked, 'invitations'), asked.params['invitationId']),
    previewInvitation: ({ query }) => {
      const row = table('tokens').find(({ invitation }) => `token-${invitation}` === query['token'])
      if (!row) throw new Problem(404, 'NOT_FOUND', 'This invitation does not exist.')
      const { email, roles } = find(table('invitations', String(row['organization'])), String(row['invitation']))
      return { organization_name: 'Analytical Engines', email, roles }
    },
    acceptInvitation: ({ body }) => {
      const row = table('tokens').find(({ invitation }) => `token-${invitation}` === body.token)
      if (!row) throw new Problem(404, 'NOT_FOUND', 'This invitation does not exist.')
      remove(table('invitations', String(row['organization'])), String(row['invitation']))
      return { id: row['organization'], name: 'Analytical Engines' }
    },

    getBillingStatus: () => ({}),
    createCheckoutSession: ({ body }) => ({ url: `https://pay.example/checkout/${body.plan_id}` }),
    createCustomerPortalSession: () => ({ url: 'https://pay.example/portal' }),
    listPlans: () => [{ id: 'free', name: 'Free' }],
    receiveBillingWebhook: nothing,
    getDashboard: () => ({}),
    listAuditEvents: () => ({ events: [] }),
    listLastChanges: () => [],

    listAlertChannels: (asked) => ({ channels: of(asked, 'alert-channels'), email_available: true }),
    createAlertChannel: (asked) => ({ ...add(of(asked, 'alert-channels'), asked.body), secret: 'whsec_shown-once' }),
    updateAlertChannel: (asked) => {
      const { name, ...body } = asked.body
      const named = name === undefined ? {} : { name: name || undefined }
      return change(of(asked, 'alert-channels'), asked.params['channelId'], { ...body, ...named })
    },
    changeAlertedFlows: (asked) => {
      const { flow_ids: flowIds, channels } = asked.body
      for (const { id, is_alerted: isAlerted } of channels) {
        const listed = of(asked, 'alert-channels')
        const others = (find(listed, id)['flow_ids'] as string[]).filter((known) => !flowIds.includes(known))
        change(listed, id, { flow_ids: isAlerted ? [...others, ...flowIds] : others })
      }
    },
    deleteAlertChannel: (asked) => trashed(asked, 'alert-channels', 'channelId'),
    rotateAlertSecret: (asked) => ({
      ...find(of(asked, 'alert-channels'), asked.params['channelId']),
      secret: 'whsec_new',
    }),
    testAlertChannel: (asked) => {
      const { id } = find(of(asked, 'alert-channels'), asked.params['channelId'])
      const sent = { event: 'test', state: 'delivered', attempts: 1, raised_at: NOW, status: 200, answer: 'ok' }
      return add(of(asked, 'alert-deliveries'), { channel_id: id, ...sent })
    },
    listAlertDeliveries: (asked) => ({ deliveries: of(asked, 'alert-deliveries') }),
    getAlertDelivery: (asked) => {
      const delivery = find(of(asked, 'alert-deliveries'), asked.params['deliveryId'])
      return { ...delivery, message_id: delivery['replay_of'] ?? delivery.id, body: '{}' }
    },
    replayAlertDelivery: (asked) => {
      const { id, ...delivery } = find(of(asked, 'alert-deliveries'), asked.params['deliveryId'])
      return add(of(asked, 'alert-deliveries'), { ...delivery, replay_of: delivery['replay_of'] ?? id })
    },

    listIntegrations: (asked) => of(asked, 'integrations').map(visible),
    createIntegration: (asked) => visible(add(of(asked, 'integrations'), asked.body)),
    updateIntegration: (asked) => {
      const known = find(of(asked, 'integrations'), asked.params['integrationId'])
      refuseOther(asked, known)
      const credentials = { ...(known['credentials'] as object), ...asked.body.credentials }
      const version = Number(known['version'] ?? 1) + 1
      return visible(change(of(asked, 'integrations'), known.id, { ...asked.body, credentials, version }))
    },
    deleteIntegration: (asked) => trashed(asked, 'integrations', 'integrationId'),
    getIntegrationDetails: (asked) => masked(find(of(asked, 'integrations'), asked.params['integrationId'])),
    startGoogleAuth: ({ query }) => ({
      auth_url: `https://accounts.example/consent?name=${query['name']}`,
      state: 's',
    }),
    finishGoogleAuth: nothing,

    listConnections: (asked) => of(asked, 'connections'),
    createConnection: (asked) => add(of(asked, 'connections'), asked.body),
    cloneConnection: (asked) => {
      const { credentials: _, ...clone } = asked.body
      return add(of(asked, 'connections'), {
        ...find(of(asked, 'connections'), asked.params['connectionId']),
        ...clone,
      })
    },
    updateConnection: (asked) => {
      const known = find(of(asked, 'connections'), asked.params['connectionId'])
      refuseOther(asked, known)
      return change(of(asked, 'connections'), known.id, { ...asked.body, version: Number(known['version'] ?? 1) + 1 })
    },
    listConnectionVersions: (asked) => {
      const { name, config } = find(of(asked, 'connections'), asked.params['connectionId'])
      return [{ version: 1, saved_at: NOW, of: 'connection', settings: { name, config } }]
    },
    getConnectionOverview: (asked) => {
      find(of(asked, 'connections'), asked.params['connectionId'])
      return { tests: [], changes: [], tables: [] }
    },
    deleteConnection: (asked) => trashed(asked, 'connections', 'connectionId'),
    testUnsavedConnection: ({ body }) => tested(body),
    testConnection: (asked) =>
      tested({
        config: find(of(asked, 'connections'), asked.params['connectionId'])['config'] as Record<string, unknown>,
      }),
    discoverConnection: (asked) => {
      find(of(asked, 'connections'), asked.params['connectionId'])
      const id = { name: 'id', type: 'bigint', nullable: false, key_position: 1 }
      return { entities: [{ name: 'public.orders', kind: 'table', columns: [id], estimated_rows: 3 }] }
    },
    findRefusals: (asked) => {
      find(of(asked, 'connections'), asked.params['connectionId'])
      return { refused: [] }
    },
    showRows: (asked) => {
      find(of(asked, 'connections'), asked.params['connectionId'])
      return { columns: [{ name: 'id', type: 'bigint' }], rows: [['1'], [null]], has_more: true, notes: [] }
    },

    listFlows: (asked) => of(asked, 'flows'),
    getFlow: (asked) => find(of(asked, 'flows'), asked.params['flowId']),
    createFlow: (asked) => saved(asked, add(of(asked, 'flows'), { ...asked.body, version: 1 })),
    updateFlow: (asked) => {
      const known = find(of(asked, 'flows'), asked.params['flowId'])
      refuseOther(asked, known)
      const version = Number(known['version']) + 1
      return saved(asked, change(of(asked, 'flows'), known.id, { ...asked.body, version }))
    },
    listFlowVersions: (asked) => {
      const { id } = find(of(asked, 'flows'), asked.params['flowId'])
      const rows = of(asked, 'versions').filter((row) => row.id === id)
      return { versions: rows.map(({ version }) => ({ version, saved_at: NOW })).toReversed() }
    },
    getFlowOverview: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      const spending = { month: NOW.slice(0, 10), spent: { dollars: 0, rows: 0, mails: 0 }, days: [] }
      return { runs: [], largest_tables: [], tables: [], spending, changes: [], last_success_at: null }
    },
    searchTables: () => [],
    getFlowVersion: (asked) => {
      const { id } = find(of(asked, 'flows'), asked.params['flowId'])
      const row = of(asked, 'versions').find(
        (row) => row.id === id && String(row['version']) === asked.query['version'],
      )
      if (!row) throw new Problem(404, 'NOT_FOUND')
      const [source, destination] = [row['source_connection'], row['destination_connection']] as { id: string }[]
      return { ...row, source_connection_id: source?.id, destination_connection_id: destination?.id }
    },
    getInboundUrl: (asked) => {
      const { id } = find(of(asked, 'flows'), asked.params['flowId'])
      return { inbound_url: of(asked, 'inbound-urls').find((row) => row.id === id) ?? null }
    },
    renewInboundUrl: (asked) => {
      const { id } = find(of(asked, 'flows'), asked.params['flowId'])
      const known = of(asked, 'inbound-urls').some((row) => row.id === id)
      const row = { id, url: `https://millrace.example.com/v1/hooks/flows/${id}`, since: NOW }
      if (known) remove(of(asked, 'inbound-urls'), id)
      of(asked, 'inbound-urls').push({ ...row, ...(known && asked.body.keep_previous && { previous_until: NOW }) })
      return { ...row, ...(known && asked.body.keep_previous && { previous_until: NOW }), secret: 'whsec_shown-once' }
    },
    deleteInboundUrl: (asked) => remove(of(asked, 'inbound-urls'), String(asked.params['flowId'])),
    startByInboundUrl: () => ({ run_id: 'run-1' }),
    getDraft: (asked) => find(of(asked, 'flows'), asked.params['flowId']),
    saveDraft: (asked) => {
      const known = find(of(asked, 'flows'), asked.params['flowId'])
      const { base_version: _base, ...changed } = asked.body
      return saved(asked, change(of(asked, 'flows'), known.id, { ...changed, version: Number(known['version']) + 1 }))
    },
    discardDraft: () => undefined,
    publishFlow: (asked) => find(of(asked, 'flows'), asked.params['flowId']),
    deleteFlow: (asked) => trashed(asked, 'flows', 'flowId'),
    runFlow: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      const key = asked.headers.get('idempotency-key') ?? crypto.randomUUID()
      const run = runByKey.get(key) ?? crypto.randomUUID()
      runByKey.set(key, run)
      return { run_id: run }
    },
    startBatch: (asked) => {
      of(asked, 'batches').push({ id: 'batch-1', asked_by: 'ada', flows: asked.body.flow_ids.length })
      return { id: 'batch-1' }
    },
    listViews: (asked) => of(asked, 'views'),
    createView: (asked) => {
      const view = { is_shared: false, ...asked.body, id: `view-${of(asked, 'views').length + 1}` }
      of(asked, 'views').push(view)
      return view
    },
    updateView: (asked) => Object.assign(find(of(asked, 'views'), asked.params['viewId']), asked.body),
    deleteView: (asked) => remove(of(asked, 'views'), String(asked.params['viewId'])),
    listBatches: (asked) =>
      of(asked, 'batches').map((row) => ({ ...row, created_at: NOW, waiting: 0, running: 0, failures: [] })),
    listBatchFlows: (asked) => find(of(asked, 'batches'), asked.params['batchId']) && [],
    cancelBatch: (asked) => find(of(asked, 'batches'), asked.params['batchId']) && undefined,
    closeBatch: (asked) => remove(of(asked, 'batches'), String(asked.params['batchId'])),
    performBulk: (asked) => {
      const one = (call: RouteName, id: string, body: unknown) => {
        const params = { ...asked.params, flowId: id, connectionId: id, integrationId: id }
        try {
          handlers[call]({ ...asked, params, body } as Asked)
          return { call, id, status: 200 }
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          const { status, code, message } = error
          return { call, id, status, error: { code, message } }
        }
      }
      const calls = asked.body.calls as { call: RouteName; ids: string[]; body?: object }[]
      return { outcomes: calls.flatMap(({ call, ids, body }) => ids.map((id) => one(call, id, body))) }
    },
    dryRunFlow: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return { run_id: crypto.randomUUID() }
    },
    verifyFlow: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return { run_id: crypto.randomUUID() }
    },
    countBackfill: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return { streams: asked.body.streams.map(({ entity }: { entity: string }) => ({ entity, rows: 3 })) }
    },
    backfillFlow: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return { run_id: crypto.randomUUID() }
    },
    listStreams: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return []
    },
    listKnownTables: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return []
    },
    changeTarget: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      const column = { name: 'note', type: 'text', change: 'widened' }
      return {
        target: asked.body.entity,
        statement: 'ALTER TABLE orders ALTER COLUMN note TYPE text',
        columns: [column],
      }
    },
    resetStream: (asked) => void find(of(asked, 'flows'), asked.params['flowId']),
    planStream: ({ body }) => ({
      target: body.stream,
      effect: 'created',
      columns: [
        { name: 'id', source: { name: 'id', type: 'bigint' }, target_type: 'numeric(20,0)', notes: ['key', 'newer'] },
      ],
      notes: [],
    }),
    planStructure: () => ({ objects: [] }),
    planTargets: ({ body }) => ({
      targets: body.streams.map(({ entity, target = entity }: Record<string, string>) => ({ entity, target })),
    }),
    estimateFlow: () => NO_ESTIMATE,
    getFlowEstimate: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return NO_ESTIMATE
    },
    previewFlow: () => ({ sampled: 0, steps: [{ id: 'source', columns: [], rows: [], row_count: 0 }] }),

    listRuns: (asked) => {
      const { state, flow } = asked.query
      const rows = of(asked, 'runs').filter(
        (run) => (!state || run['status'] === state) && (!flow || run['flow_id'] === flow),
      )
      return { runs: rows, next_cursor: null }
    },
    listFlowRuns: (asked) => ({
      runs: of(asked, 'runs').filter((run) => run['flow_id'] === asked.params['flowId']),
      next_cursor: null,
    }),
    getRun: (asked) => find(of(asked, 'runs'), asked.params['runId']),
    getRunLog: (asked) => {
      const { level, q = '' } = asked.query
      const lines = (log.get(find(of(asked, 'runs'), asked.params['runId']).id) ?? []) as {
        level: string
        message: string
      }[]
      const fitting = lines.filter((line) => (!level || line.level === level) && line.message.includes(q))
      return { lines: fitting, counts: { lines: lines.length, fitting: fitting.length }, next_cursor: null }
    },
    listRejectedRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { columns: [], rows: [], next_cursor: null }
    },
    listRejectedCauses: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { causes: [] }
    },
    getRunChanges: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { good_run_id: null, settings: [], servers: { before: {}, after: { millrace: '0.1.0' } } }
    },
    getRunEstimate: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { source: NO_ESTIMATE.source, destination: NO_ESTIMATE.destination }
    },
    getBudgets: ({ query }) => ({
      ...{ month: '2026-01-01', budget: {}, spent: NOTHING_SPENT },
      ...(query['flow'] && { flow_spent: NOTHING_SPENT }),
    }),
    forgetAnswers: () => undefined,
    updateBudgets: ({ body }) => ({ month: '2026-01-01', budget: body, spent: NOTHING_SPENT }),
    getAssistantSettings: () => ({ shows_values: false }),
    updateAssistantSettings: ({ body }) => ({ ...body }),
    showFlowRows: (asked) => {
      find(of(asked, 'flows'), asked.params['flowId'])
      return { ...NOTHING_SHOWN }
    },
    showChangedRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { ...NOTHING_SHOWN }
    },
    showRejectedRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { ...NOTHING_SHOWN, causes: [] }
    },
    showCheckRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { ...NOTHING_SHOWN }
    },
    getRunLimits: () => ({ active: null, waiting: null, ...ALLOWED_RUNS }),
    updateRunLimits: ({ body }) => ({ ...body, ...ALLOWED_RUNS }),
    getRejectLimits: () => ({
      rows: 10_000,
      megabytes: 64,
      days: 14,
      kept: { rows: 0, bytes: 0, runs: 0, oldest: null },
    }),
    updateRejectLimits: ({ body }) => ({ ...body, kept: { rows: 0, bytes: 0, runs: 0, oldest: null } }),
    editRejectedRows: (asked) => void find(of(asked, 'runs'), asked.params['runId']),
    replayRejectedRows: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    skipRejectedRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { rows: 1 }
    },
    listRowChanges: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { columns: [], rows: [] }
    },
    getRunStructure: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { objects: [] }
    },
    listCheckRows: (asked) => {
      find(of(asked, 'runs'), asked.params['runId'])
      return { columns: [], rows: [] }
    },
    getRunReceipt: (asked) => {
      const { id, status } = find(of(asked, 'runs'), asked.params['runId'])
      const flow = { id: 'flow', name: 'Flow', version: 1 }
      const times = { queued_at: '2026-01-05T08:00:00Z', started_at: null, finished_at: null }
      return { run: { id, flow, status, trigger: 'person', attempt: 1, dry: false, ...times }, streams: [], hash: '' }
    },
    replayRun: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    sendDiffering: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    retryRun: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    approveDryRun: () => undefined,
    runApproved: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    decideVanished: (asked) => ({ run_id: find(of(asked, 'runs'), asked.params['runId']).id }),
    watchRun: (asked) => events('run', find(of(asked, 'runs'), asked.params['runId'])),
    watchOrganization: (asked) => events('run', of(asked, 'runs')[0] ?? {}),
    cancelRun: (asked) => change(of(asked, 'runs'), asked.params['runId'], { status: 'cancelled' }),

    listStandIns: () => ({ types: [{ type: 'metronome' }], flows: [], connections: [], integrations: [] }),
    addStandIn: (asked) =>
      add(of(asked, 'connections'), {
        ...{ name: 'Stand-in', type: 'metronome', capability: 'destination', integration_id: null, config: {} },
        is_stand_in: true,
      }),
    removeStandIns: () => undefined,

    createSampleData: (asked) => {
      const connection = (name: string) =>
        add(of(asked, 'connections'), { name, type: 'postgres', capability: 'both', integration_id: null, config: {} })
      const [source, destination] = [connection('Shop'), connection('Warehouse')]
      const ends = { source_connection: source, destination_connection: destination }
      return {
        connections: [source, destination],
        flow: add(of(asked, 'flows'), { name: 'Shop to warehouse', ...ends }),
      }
    },
  }

  const seed = {
    member: (organizationId: string, row: Row) => void table('members', organizationId).push(row),
    run: (organizationId: string, row: Row, lines: object[] = []) => {
      table('runs', organizationId).push(row)
      log.set(row.id, lines)
    },
  }
  return { ...handlers, seed }
}

const NOW = '2026-01-01T00:00:00.000Z'

/** Only who creates or renews an invitation gets to see its link. */
const linked = (invitation: Row) => ({
  ...invitation,
  url: `http://api.test/accept-invite?token=token-${invitation.id}`,
})

const NOTHING_SHOWN = { entity: 'public.orders', columns: [], withheld: [], rows: [], has_more: false }

const ALLOWED_RUNS = { allowed: { active: 5, waiting: 50 }, present: { active: 0, waiting: 0 }, shared: true }

const NOTHING_SPENT = { dollars: 0, rows: 0, mails: 0 }

const NO_ESTIMATE = {
  source: { figures: [{ name: 'rows', certainty: 'counted', amount: 0 }], quotas: [], notes: [] },
  destination: { figures: [{ name: 'rows', certainty: 'counted', amount: 0 }], quotas: [], notes: [] },
  streams: [],
  stream_count: 0,
  seconds: { certainty: 'unknown' },
}
