import { MAX_PROPOSALS, PROPOSAL_DAYS } from '../../../core/catalog/code/flow-proposals.ts'
import { first, only, type Query } from '../database/database.ts'

export interface FlowProposalRow {
  readonly id: string
  /** Of the flow. */
  readonly name: string
  /** YAML. */
  readonly document: string
  /** The name of the program, if it is still there. */
  readonly proposed_by: string | null
  readonly created_at: Date
}

/** Newest first. */
export const listFlowProposals = (query: Query, organizationId: string): Promise<FlowProposalRow[]> =>
  query<FlowProposalRow>(
    `select id, name, document, coalesce(display_name, email) as proposed_by, flow_proposals.created_at
     from flow_proposals left join users on uid = flow_proposals.proposed_by
     where organization_id = $1 and flow_proposals.created_at > now() - interval '${PROPOSAL_DAYS} days'
     order by flow_proposals.created_at desc, id limit ${MAX_PROPOSALS}`,
    [organizationId],
  )

/** The oldest above the limit are deleted. @returns its id */
export const insertFlowProposal = async (
  query: Query,
  organizationId: string,
  { name, document, uid }: { readonly name: string; readonly document: string; readonly uid: string },
): Promise<string> =>
  (
    await only(
      query<{ id: string }>(
        `with old as (
           delete from flow_proposals where organization_id = $1 and id in (
             select id from flow_proposals where organization_id = $1 order by created_at desc, id offset ${MAX_PROPOSALS - 1}))
         insert into flow_proposals (organization_id, name, document, proposed_by) values ($1, $2, $3, $4) returning id`,
        [organizationId, name, document, uid],
      ),
    )
  ).id

/** @returns the name of its flow; nothing if it was not there */
export const deleteFlowProposal = (query: Query, organizationId: string, id: string) =>
  first(
    query<{ name: string }>('delete from flow_proposals where organization_id = $1 and id = $2 returning name', [
      organizationId,
      id,
    ]),
  )

export const expireFlowProposals = (query: Query): Promise<object[]> =>
  query(`delete from flow_proposals where created_at < now() - interval '${PROPOSAL_DAYS} days'`)
