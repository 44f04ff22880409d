import type { Command, CommandInput } from '../../cli/command.ts'
import type { Log } from '../host/log.ts'
import { StartFailure } from '../host/start-failure.ts'
import { makeStreamLog } from '../host/stream-log.ts'
import { type Config, readConfig } from '../main/config.ts'
import { readMasterKeys } from '../main/master-key.ts'
import { openStore } from '../main/open-store.ts'
import { readSettings, type Settings } from '../main/settings.ts'
import { moveOrganization as move } from '../relocation/move-organization.ts'
import { openSide, type Side } from '../relocation/side.ts'
import { makeVault } from '../vault/vault.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'

const STEPS = ['finish', 'undo', 'remove'] as const

/** Moves one organization into another installation. */
export const moveOrganization: Command = {
  description: [
    'Moves one organization into another installation: both run meanwhile, with the same version. ORGANIZATION is its id or its name.',
    'The first call stops its runs, schedules and mirrors here and refuses changes, copies everything, and compares both sides. Nothing runs at the new place yet. --finish compares once more and lets it go on there; --undo lets it go on here instead, and deletes the copy.',
    'It can be interrupted at any moment, and called again.',
  ],
  arguments: ['ORGANIZATION'],
  options: {
    ...CONFIG_OPTION,
    to: {
      type: 'string',
      value: 'FILE',
      description: 'a file with the variables of the new installation: DATABASE_URL and MASTER_KEY, or DATA_DIR',
    },
    'cancel-runs': { type: 'boolean', description: 'cancels what is under way, instead of waiting for its end' },
    finish: { type: 'boolean', description: 'lets the organization go on at the new place' },
    undo: { type: 'boolean', description: 'lets it go on here, and deletes the copy' },
    remove: { type: 'boolean', description: 'after --finish: deletes what is left here' },
  },
  run: async (input) => {
    const [organization = ''] = input.arguments
    const file = input.text('to')
    if (file === undefined)
      throw new StartFailure('--to is missing: a file with the variables of the new installation.')
    const log = makeStreamLog(process.stderr, 'warn', 'text')
    const here = await openPlace(settingsOf(input), 'old', log)
    try {
      // Variables of this process are those of the old place.
      const there = await openPlace(readSettings({}, file), 'new', log)
      try {
        await move(
          {
            from: here.side,
            to: there.side,
            between: makeVault(there.masterKey, [...there.previous, here.masterKey, ...here.previous]),
          },
          organization,
          { step: stepOf(input), cancelsRuns: input.flag('cancel-runs'), print: input.print },
        )
      } finally {
        await there.close()
      }
    } finally {
      await here.close()
    }
    return 0
  },
}

function stepOf(input: CommandInput): 'copy' | (typeof STEPS)[number] {
  const named = STEPS.filter((step) => input.flag(step))
  if (named.length > 1) throw new StartFailure('Only one of --finish, --undo and --remove at a time.')
  return named[0] ?? 'copy'
}

interface OpenPlace {
  readonly side: Side
  readonly masterKey: Uint8Array
  readonly previous: readonly Uint8Array[]
  close(): Promise<void>
}

async function openPlace({ environment, problems }: Settings, place: 'old' | 'new', log: Log): Promise<OpenPlace> {
  const config = readConfig(environment, { fileProblems: problems })
  const { masterKey, previous } = await keysOf(config, place)
  const store = await openStore(config, log)
  const side = await openSide(store.url, makeVault(masterKey, previous), place).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return {
    side,
    masterKey,
    previous,
    close: async () => {
      await side.end()
      await store.close()
    },
  }
}

async function keysOf({ masterKey, previousMasterKeys, dataDir }: Config, place: string) {
  if (masterKey !== undefined) return { masterKey, previous: previousMasterKeys }
  const kept = await readMasterKeys(dataDir)
  if (kept) return kept
  throw new StartFailure(`The ${place} installation has no master key: set MASTER_KEY, or DATA_DIR to its data folder.`)
}
