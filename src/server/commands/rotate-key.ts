import type { Command } from '../../cli/command.ts'
import { defined } from '../../core/catalog/defined.ts'
import { rewrapEverything } from '../domain/master-key/rewrap-everything.ts'
import { StartFailure } from '../host/start-failure.ts'
import { makeStreamLog } from '../host/stream-log.ts'
import { type Config, readConfig } from '../main/config.ts'
import { inBase64, newMasterKey } from '../main/master-key.ts'
import { rotateKeptKey } from '../main/rotate-kept-key.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'

/** Replaces the master key: that of the data folder by itself, that of MASTER_KEY in three steps. */
export const rotateKey: Command = {
  description: [
    'Replaces the master key, which seals every credential, and wraps the credentials with the new one.',
    'A key in the data folder is replaced while Millrace is stopped. For MASTER_KEY it prints what to set on each server, while they run.',
    'It can be interrupted at any moment, and called again.',
  ],
  options: CONFIG_OPTION,
  run: async (input) => {
    const { environment, problems } = settingsOf(input)
    const config = readConfig(environment, { fileProblems: problems })
    const { print } = input
    if (config.masterKey === undefined) {
      const counts = await rotateKeptKey(
        defined({
          dataFolder: config.dataDir,
          databaseUrl: config.databaseUrl,
          log: makeStreamLog(process.stderr, 'warn', 'text'),
        }),
      )
      print(`The master key is replaced. ${inWords(counts)}`)
      print(
        'The earlier key stays in the data folder for 15 days, because rejected rows of earlier runs need it. Start Millrace again.',
      )
      return 0
    }
    if (config.previousMasterKeys.length === 0) for (const line of threeSteps()) print(line)
    else await wrapAgain(config, config.masterKey, print)
    return 0
  },
}

type Counts = Awaited<ReturnType<typeof rewrapEverything>>

const inWords = ({ rewrapped, locked }: Counts) =>
  `Credentials wrapped with it now: ${rewrapped}.${locked > 0 ? ` No key opens ${locked} others; they stay locked, as before.` : ''}`

const threeSteps = () => [
  'Keep this new key where the other secrets are; it is shown only now.',
  '',
  'Step 1. On every server, one after the other, so that each can open what the others seal:',
  '  MASTER_KEY=(as it is)',
  `  MASTER_KEY_PREVIOUS=${inBase64(newMasterKey())}`,
  '',
  'Step 2. When all of them have it, swap the two on every server, one after the other; then "millrace rotate-key" with the same settings:',
  '  MASTER_KEY=(the new key)',
  '  MASTER_KEY_PREVIOUS=(the key of before)',
  '',
  'Step 3. After 15 days, when the rejected rows of earlier runs are deleted, on every server:',
  '  MASTER_KEY=(the new key)',
  '  MASTER_KEY_PREVIOUS is removed',
]

async function wrapAgain(config: Config, masterKey: Uint8Array, print: (line: string) => void): Promise<void> {
  const { databaseUrl, previousMasterKeys: previous } = config
  if (databaseUrl === undefined)
    throw new StartFailure(
      'With the database of the data folder, the next start of Millrace wraps everything with MASTER_KEY: start it.',
    )
  print(
    `Everything is wrapped with MASTER_KEY. ${inWords(await rewrapEverything({ databaseUrl, masterKey, previous }))}`,
  )
  print(
    'After step 1, MASTER_KEY is still the old key: go on with step 2. After step 2, remove MASTER_KEY_PREVIOUS in 15 days.',
  )
}
