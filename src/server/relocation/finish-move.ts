import { StartFailure } from '../host/start-failure.ts'
import { releaseWork } from '../store/organization-move/held-work.ts'
import { invitePeople, listPeopleToMove } from '../store/organization-move/known-people.ts'
import type { KnownPeople } from '../store/organization-move/move-rows.ts'
import {
  findMove,
  forgetMove,
  lastEpoch,
  raiseEpochs,
  removeOrganization,
  resumeOrganization,
  setMoveState,
} from '../store/organization-move/organization-moves.ts'
import { recordAudit } from '../store/organizations/audit.ts'
import { inTransaction, type Side } from './side.ts'

const OPERATOR = { uid: 'millrace', displayName: 'millrace move-organization' }

/**
 * Gives a checked copy its work: from here on the old place never goes on. Interrupted, it goes on when it is called again.
 * @returns the addresses of people who are invited, because they have no account at the new place
 */
export async function finishMove(
  from: Side,
  to: Side,
  organizationId: string,
  people: KnownPeople,
): Promise<readonly string[]> {
  const invited = (await listPeopleToMove(from.query, organizationId)).filter(
    ({ uid, email }) => !(uid in people) && email !== null,
  )
  await setMoveState(from.query, organizationId, 'moved')
  await raiseEpochs(to.query, await lastEpoch(from.query))
  await inTransaction(to, async () => {
    await setMoveState(to.query, organizationId, 'active')
    await resumeOrganization(to.query, organizationId)
    await releaseWork(to.query, organizationId)
    await invitePeople(to.query, organizationId, invited)
    await recordAudit(to.query, organizationId, OPERATOR, { action: 'organization.moved' })
  })
  return invited.map(({ email }) => email ?? '')
}

/** Everything goes on at the old place, and the copy is deleted. @throws StartFailure when the organization already works at the new place */
export async function undoMove(from: Side, to: Side, organizationId: string): Promise<void> {
  const move = await findMove(from.query, organizationId)
  if (!move) throw new StartFailure('This organization is not being moved.')
  const copy = await findMove(to.query, organizationId)
  if (move.state === 'moved' || (copy?.id === move.id && copy.state === 'active'))
    throw new StartFailure('The move is finished, so it cannot be undone. Move the organization back instead.')
  if (copy?.id === move.id) await inTransaction(to, () => removeOrganization(to.query, organizationId))
  await inTransaction(from, async () => {
    await resumeOrganization(from.query, organizationId)
    await releaseWork(from.query, organizationId)
    await forgetMove(from.query, organizationId)
  })
}

/** Deletes what is left at the old place. @throws StartFailure unless the move is finished */
export async function removeMoved(from: Side, to: Side, organizationId: string): Promise<void> {
  const move = await findMove(from.query, organizationId)
  const there = await findMove(to.query, organizationId)
  if (move?.state !== 'moved' || there?.id !== move.id || there.state !== 'active')
    throw new StartFailure('The move is not finished: "millrace move-organization … --finish" does that.')
  await inTransaction(from, () => removeOrganization(from.query, organizationId))
}
