import { createHash } from 'node:crypto'
import type { KeptAnswers } from '../../../engine/ports/kept-answers.ts'
import type { Database } from '../../store/database/database.ts'
import { deleteKeptAnswers, findKeptAnswer, saveKeptAnswer } from '../../store/runs/kept-answers.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
}

/** Sealed answers of vendors, of one organization. */
export function makeKeptAnswers({ database, vault, organizationId }: Options): KeptAnswers {
  // They cannot open secrets of integrations.
  const owner = { organizationId, integrationId: 'kept answers' }
  const hashOf = (question: string) => createHash('sha256').update(question).digest('hex')
  return {
    find: async (question) => {
      const sealed = await database.asSystem((query) => findKeptAnswer(query, organizationId, hashOf(question)))
      if (!sealed) return undefined
      try {
        return vault.open<{ readonly answer: string }>(owner, sealed).answer
      } catch (error) {
        // Sealed with a master key that is gone: the vendor is asked again.
        if (error instanceof VaultError) return undefined
        throw error
      }
    },
    keep: async (question, answer) => {
      const kept = { question: hashOf(question), sealed: vault.seal(owner, { answer }), bytes: answer.length }
      await database.asSystem((query) => saveKeptAnswer(query, organizationId, kept))
    },
    forget: async (questions) => {
      await database.asSystem((query) => deleteKeptAnswers(query, organizationId, questions.map(hashOf)))
    },
  }
}

/** From now on vendors are asked again. */
export const forgetAnswers = (database: Database, organizationId: string): Promise<object[]> =>
  database.inOrganization(organizationId, (query) => deleteKeptAnswers(query, organizationId))
