import { StartFailure } from '../host/start-failure.ts'
import { listMaskingFlows } from '../store/flows/masking-flows.ts'
import type { KnownPeople } from '../store/organization-move/move-rows.ts'
import { findMove, lockMove } from '../store/organization-move/organization-moves.ts'
import { listNamedOrganizations } from '../store/organizations/organizations.ts'
import { checkCopy } from './check-copy.ts'
import { copyOrganization, refuseUnprepared } from './copy-organization.ts'
import { finishMove, removeMoved, undoMove } from './finish-move.ts'
import { refuseOtherVersions, type Sides } from './side.ts'
import { stopOrganization } from './stop-organization.ts'

interface Options {
  readonly step: 'copy' | 'finish' | 'undo' | 'remove'
  readonly cancelsRuns: boolean
  readonly print: (line: string) => void
}

/** One step of the move of an organization. @param named its id or its name @throws StartFailure */
export async function moveOrganization(sides: Sides, named: string, options: Options): Promise<void> {
  const { from, to } = sides
  const { step, print } = options
  await refuseOtherVersions(from, to)
  const { id, name } = await findOrganization(sides, named)
  await refuseTwice(sides, id)
  if (step === 'undo') {
    await undoMove(from, to, id)
    print(`${name} goes on here. The copy at the new installation is deleted.`)
  } else if (step === 'remove') {
    await removeMoved(from, to, id)
    print(`What was left of ${name} here is deleted.`)
  } else if (step === 'finish') await finish(sides, { id, name }, print)
  else await copy(sides, { id, name }, options)
}

interface Organization {
  readonly id: string
  readonly name: string
}

async function findOrganization({ from }: Sides, named: string): Promise<Organization> {
  const [found, ...others] = await listNamedOrganizations(from.query, named)
  if (!found) throw new StartFailure(`There is no organization with the id or name “${named}”.`)
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id }) => id).join(', ')
  throw new StartFailure(`Several organizations are called “${named}”. Name one by its id: ${ids}.`)
}

/** Until the sessions of this call end. The second lock would be the first one if both were the same store. */
async function refuseTwice({ from, to }: Sides, id: string): Promise<void> {
  if (!(await lockMove(from.query, id)))
    throw new StartFailure('Another call moves this organization just now. Wait for its end.')
  if (!(await lockMove(to.query, id)))
    throw new StartFailure(
      'The new installation has the same store as this one, or another call moves this organization.',
    )
}

async function copy(sides: Sides, { id, name }: Organization, { cancelsRuns, print }: Options): Promise<void> {
  await refuseUnprepared(sides, id)
  const move = await stopOrganization(sides.from, id, { cancelsRuns, print })
  if (move.state === 'moved')
    throw new StartFailure(`${name} was moved already. If it does not work there yet, call this again with --finish.`)
  print(`Nothing of ${name} runs here any more, and nobody can change it.`)
  const people = await copyOrganization(sides, id, move)
  await check(sides, id, people, print)
  const masking = await listMaskingFlows(sides.from.query, id)
  if (masking.length > 0 && sides.from.vault.saltOf(id) !== sides.to.vault.saltOf(id))
    print(`The master keys differ, so ${masking.length} flows will mask values as others there than here.`)
  print('Now call this again with --finish, and it works there; or with --undo, and it goes on here.')
}

async function check(sides: Sides, id: string, people: KnownPeople, print: (line: string) => void): Promise<void> {
  const { tables, rows, secrets, locked, differences } = await checkCopy(sides, id, people)
  if (differences.length > 0)
    throw new StartFailure(
      `The copy is not the same, so nothing runs there: ${differences.join('; ')}. Call this with --undo, and begin again.`,
    )
  print(`The same on both sides: ${rows} rows in ${tables} tables, ${secrets} secrets that open there.`)
  if (locked > 0) print(`${locked} secrets opened with no key here, and do not open there.`)
}

async function finish(sides: Sides, { id, name }: Organization, print: (line: string) => void): Promise<void> {
  const { from, to } = sides
  const here = await findMove(from.query, id)
  const there = await findMove(to.query, id)
  if (!here || !there || here.id !== there.id || here.state === 'stopping')
    throw new StartFailure(`There is no complete copy of ${name} yet: call this without --finish first.`)
  if (there.state !== 'active') {
    if (here.state === 'frozen') await check(sides, id, there.people ?? {}, print)
    const invited = await finishMove(from, to, id, there.people ?? {})
    if (invited.length > 0)
      print(
        `Invited there, because they have no account: ${invited.join(', ')}. An owner sends them the link from Members.`,
      )
  }
  print(`${name} works at the new installation. Here it can only be read; --remove deletes it.`)
}
