import type { Invitation, InvitationPreview, NewInvitation } from '../../../core/invitations/invitation.ts'
import type { InvitationRepository } from '../../../core/invitations/invitation-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

/** The token of an invitation is `token-` and its id. */
export class MemoryInvitationRepository extends MemoryAnswers implements InvitationRepository {
  readonly #invitations = new MemoryCollection<Invitation>()
  readonly #organizationByToken = new Map<string, string>()
  #nextId = 1

  async list(organizationId: string): Promise<Result<readonly Invitation[]>> {
    return this.answer(() => this.#invitations.of(organizationId))
  }

  async create(organizationId: string, { email, roles }: NewInvitation): Promise<Result<Invitation>> {
    return this.answer(() => {
      const id = `invitation-${this.#nextId++}`
      this.#organizationByToken.set(`token-${id}`, organizationId)
      return linked(this.#invitations.put(organizationId, { id, email, roles, status: 'pending' }))
    })
  }

  async resend(organizationId: string, invitationId: string): Promise<Result<Invitation>> {
    return this.answer(() => {
      const invitation = this.#invitations.find(organizationId, invitationId)
      return invitation ? linked(invitation) : NOT_FOUND
    })
  }

  async revoke(organizationId: string, invitationId: string): Promise<Result<void>> {
    return this.answer(() => this.#invitations.remove(organizationId, invitationId))
  }

  async preview(token: string): Promise<Result<InvitationPreview>> {
    return this.answer(() => {
      const organizationId = this.#organizationByToken.get(token)
      const invitation = organizationId && this.#invitations.find(organizationId, token.replace('token-', ''))
      return invitation
        ? { organizationName: organizationId, email: invitation.email, roles: invitation.roles }
        : NOT_FOUND
    })
  }

  async accept(token: string): Promise<Result<void>> {
    return this.answer(() => {
      const organizationId = this.#organizationByToken.get(token)
      return organizationId ? this.#invitations.remove(organizationId, token.replace('token-', '')) : NOT_FOUND
    })
  }
}

/** Only the person who creates or renews it sees the link. */
const linked = (invitation: Invitation): Invitation => ({
  ...invitation,
  url: `https://millrace.example/accept-invite?token=token-${invitation.id}`,
})
