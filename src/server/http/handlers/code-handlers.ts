import { discardFlowProposal, readFlowProposals } from '../../domain/code/flow-proposals.ts'
import type { Database } from '../../store/database/database.ts'
import type { FlowProposalRow } from '../../store/flows/flow-proposals.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
}

/** What assistants have proposed, until a person decides. */
export const codeHandlers = ({ database }: Deps) =>
  ({
    listFlowProposals: async ({ member }) =>
      (await readFlowProposals(database, member.organizationId)).map(proposalToWire),

    deleteFlowProposal: async ({ member, params }) => {
      await discardFlowProposal(database, member, params['proposalId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>

const proposalToWire = ({ document, created_at, ...row }: FlowProposalRow) => ({
  ...row,
  text: document,
  created_at: created_at.toISOString(),
})
