import type { CodePlanResponse } from '../../contract/code.ts'
import { ROUTES } from '../../contract/routes.ts'
import { filesOfFolder } from '../code/folder-files.ts'
import { changeLines, faultLine } from '../code/plan-lines.ts'
import { resolveSecrets } from '../code/resolve-secrets.ts'
import { triedJson, triedLines } from '../code/tried-lines.ts'
import { tryFlows } from '../code/try-flows.ts'
import type { Command, CommandInput } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { JSON_OPTION } from '../common-options.ts'
import { INTERRUPTED, type Interruption } from '../interruption.ts'
import { openSession, type Session } from '../open-session.ts'
import { exitCodeOf } from '../run-outcome.ts'

/** For a script that only asks whether something would change. */
const WOULD_CHANGE = 20

/** What a call takes, as files of the folder and the secrets of this machine say it. */
async function wantedOf({ arguments: [folder = '.'], flag }: CommandInput) {
  const files = filesOfFolder(folder)
  if (files.length === 0)
    throw new CommandFailure(
      `There are no documents in ${folder}. "millrace pull ${folder}" writes those of the organization.`,
    )
  const secrets = await resolveSecrets(files, { environment: process.env, folder })
  return { files: files.map(({ name, text }) => ({ name, text })), secrets, prune: flag('prune') }
}

type Wanted = Awaited<ReturnType<typeof wantedOf>>

const planOf = ({ call, orgId }: Session, wanted: Wanted): Promise<CodePlanResponse> =>
  call(ROUTES.planCode, { params: { orgId }, body: wanted })

function show({ flag, print }: CommandInput, plan: CodePlanResponse): void {
  if (flag('json')) print(JSON.stringify(plan))
  else for (const line of plan.faults.length > 0 ? plan.faults.map(faultLine) : changeLines(plan)) print(line)
}

const PRUNE_OPTION = {
  prune: { type: 'boolean', description: 'also remove what is in no file; the trash keeps it for 30 days' },
} as const satisfies Command['options']

/** A dry run has failed; the plan itself has no fault. */
const DRY_RUN_FAILED = exitCodeOf({ status: 'failed' })

/** @param listen aborts its signal when somebody types Ctrl-C */
export const makePlan = (listen: () => Interruption): Command => ({
  description: [
    'Says what "millrace apply" would change. Every fault is named with its file and line; with one, the exit code is 1.',
    `With --rows, it tries each flow that changes by a dry run, and says which rows a run would change. Nothing is saved or written. If a dry run fails, the exit code is ${DRY_RUN_FAILED}; Ctrl-C cancels those that go on, and ends with ${INTERRUPTED}.`,
  ],
  arguments: ['FOLDER?'],
  options: {
    ...JSON_OPTION,
    ...PRUNE_OPTION,
    rows: { type: 'boolean', description: 'also say which rows the flows that change would change' },
    all: { type: 'boolean', description: 'with --rows: also of flows that do not change' },
    'exit-code': { type: 'boolean', description: `end with ${WOULD_CHANGE} if something would change` },
  },
  run: async (input) => {
    const { flag, print } = input
    if (flag('all') && !flag('rows')) throw new CommandFailure('--all says which flows --rows compares. Type both.')
    const session = await openSession()
    const wanted = await wantedOf(input)
    const planned = await planOf(session, wanted)
    const outcome = flag('exit-code') && planned.changes.length > 0 ? WOULD_CHANGE : 0
    if (!flag('rows') || planned.faults.length > 0) {
      show(input, planned)
      return planned.faults.length > 0 ? 1 : outcome
    }
    if (!flag('json')) show(input, planned)
    const { signal, end } = listen()
    try {
      const { state } = planned
      const tried = await tryFlows(session, wanted, { state, all: flag('all'), signal, report })
      if (flag('json')) print(JSON.stringify({ ...planned, rows: triedJson(tried) }))
      else for (const line of triedLines(tried)) print(line)
      if (signal.aborted) return INTERRUPTED
      return tried.some(({ run }) => run && exitCodeOf(run) !== 0) ? DRY_RUN_FAILED : outcome
    } finally {
      end()
    }
  },
})

/** At a terminal, somebody waits. */
function report(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${done} flows compared\r`)
}

/** @param confirm asks a person at a terminal; nothing where there is none */
export const makeApply = (confirm: (question: string) => Promise<boolean> | undefined): Command => ({
  description: [
    'Makes flows, connections, integrations and alert channels what the files of a folder say: all of it, or nothing if anything is refused.',
    'It shows the plan, and asks before it applies it. The files are read once: what was shown is what is applied.',
  ],
  arguments: ['FOLDER?'],
  options: {
    ...JSON_OPTION,
    ...PRUNE_OPTION,
    yes: { type: 'boolean', description: 'apply without a question' },
  },
  run: async (input) => {
    const session = await openSession()
    const wanted = await wantedOf(input)
    const planned = await planOf(session, wanted)
    const isQuiet = input.flag('json')
    if (!isQuiet || planned.faults.length > 0 || planned.changes.length === 0) show(input, planned)
    if (planned.faults.length > 0) return 1
    if (planned.changes.length === 0) return 0
    if (!input.flag('yes') && !(await isConfirmed(confirm))) return 1
    const { call, orgId } = session
    const { state } = planned
    const applied = await call(ROUTES.applyCode, { params: { orgId }, body: { ...wanted, state } })
    if (isQuiet) input.print(JSON.stringify(applied))
    else {
      input.print('Applied.')
      if (applied.changes.some(({ action }) => action === 'created'))
        input.print(
          'Type "millrace pull" so that the files of what was created get their ids: then a rename in a file renames.',
        )
    }
    return 0
  },
})

async function isConfirmed(confirm: (question: string) => Promise<boolean> | undefined): Promise<boolean> {
  const answer = confirm('Apply this? Type yes: ')
  if (answer === undefined) throw new CommandFailure('Nothing was applied. Without a terminal, type --yes to apply.')
  return answer
}
