import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { defined } from '../../core/catalog/defined.ts'
import { syncFolder } from '../host/durable-file.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { VERSION } from '../host/version.ts'
import { copyTableOut, readContent } from '../store/backup/store-tables.ts'
import { openSession } from '../store/database/store-session.ts'
import { type ArchiveWriter, createArchive, type Written } from './archive/archive-writer.ts'
import { keyOf, proofOf, seal } from './archive/seal.ts'
import { type Counted, countInto } from './count-rows.ts'
import { fileProblem } from './file-problem.ts'
import {
  type DataFile,
  type FilePart,
  FORMAT,
  MANIFEST,
  MANIFEST_CHECK,
  type Manifest,
  type ManifestCheck,
  memberOf,
  type Part,
  type TablePart,
} from './manifest.ts'

export interface BackupSource {
  readonly databaseUrl: string
  /** Called after the store's moment is fixed. */
  readonly files: () => Promise<Readonly<Partial<Record<DataFile, string>>>>
}

/**
 * Writes everything into one new file, while Millrace runs. The file appears under its name only when it is complete and on
 * the disk. @throws StartFailure; then there is no file
 */
export async function writeBackup(
  { databaseUrl, files }: BackupSource,
  path: string,
  passphrase: string | undefined,
  signal?: AbortSignal,
): Promise<Manifest> {
  if (existsSync(path)) throw fileProblem(Object.assign(new Error(), { code: 'EEXIST' }), path)
  await removeUnfinished(dirname(path))
  const draft = `${path}.unfinished-${randomBytes(6).toString('hex')}`
  try {
    const manifest = await writeDraft({ databaseUrl, files }, draft, passphrase, signal)
    await publish(draft, path)
    return manifest
  } catch (error) {
    throw fileProblem(error, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(
  { databaseUrl, files }: BackupSource,
  draft: string,
  passphrase: string | undefined,
  signal: AbortSignal | undefined,
) {
  const salt = passphrase === undefined ? undefined : randomBytes(16)
  const key = passphrase === undefined || !salt ? undefined : await keyOf(passphrase, salt)
  const session = await openSession(databaseUrl)
  const now = new Date()
  const archive = await createArchive(draft, Math.floor(now.getTime() / 1000)).catch(async (error: unknown) => {
    await session.end()
    throw error
  })
  try {
    const content = await readContent(session.query)
    if (!content) throw new StartFailure('The database has no store of Millrace yet, so there is nothing to back up.')
    const tables: TablePart[] = []
    for (const table of content.tables) {
      signal?.throwIfAborted()
      const { part, rows } = await addPart(
        archive,
        `tables/${table.name}.copy`,
        copyTableOut(session, table),
        key,
        signal,
      )
      tables.push({ ...table, rows, ...part })
    }
    const kept: FilePart[] = []
    for (const [file, text] of Object.entries(await files())) {
      const { part } = await addPart(archive, `files/${file}`, Readable.from([Buffer.from(text)]), key)
      kept.push({ file: file as DataFile, ...part })
    }
    const { migrations, organizations, sequences } = content
    const manifest: Manifest = defined({
      format: FORMAT,
      version: VERSION,
      createdAt: now.toISOString(),
      migrations,
      organizations,
      sequences,
      tables,
      files: kept,
      salt: salt?.toString('base64'),
    })
    await addManifest(archive, manifest, key)
    await archive.finish()
    return manifest
  } finally {
    await archive.close()
    await session.end()
  }
}

async function addPart(
  archive: ArchiveWriter,
  name: string,
  content: Readable,
  key: Buffer | undefined,
  signal?: AbortSignal,
) {
  const member = memberOf(name, key !== undefined)
  const counted: Counted = { rows: 0, bytes: 0 }
  let written: Written | undefined
  const store = async (bytes: AsyncIterable<Uint8Array>) => {
    written = await archive.add(member, key ? seal(key, member, bytes) : bytes)
  }
  await pipeline(content, countInto(counted), createGzip(), store, { signal })
  if (!written) throw new Error(`${member} was not written`)
  const part: Part = { member, ...written, contentBytes: counted.bytes }
  return { part, rows: counted.rows }
}

async function addManifest(archive: ArchiveWriter, manifest: Manifest, key: Buffer | undefined): Promise<void> {
  const text = JSON.stringify(manifest, null, 1)
  const check: ManifestCheck = defined({
    sha256: createHash('sha256').update(text).digest('hex'),
    proof: key && proofOf(key, text),
  })
  await archive.add(MANIFEST, Readable.from([Buffer.from(text)]))
  await archive.add(MANIFEST_CHECK, Readable.from([Buffer.from(JSON.stringify(check))]))
}

/** Gives the draft its name, never that of a file that appeared meanwhile. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error) ?? '') || existsSync(path)) throw error
    await rename(draft, path)
  }
  await syncFolder(dirname(path))
}

/** Of file systems without hard links, such as those of memory cards and some network folders. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']

const UNFINISHED = /\.unfinished-[0-9a-f]{12}$/
const UNFINISHED_KEPT_MS = 24 * 60 * 60 * 1000

/** Drafts that killed backups have left in the folder, whatever their file was to be called; younger ones may still be written. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw fileProblem(error, folder)
  })
  for (const name of names.filter((found) => UNFINISHED.test(found))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > UNFINISHED_KEPT_MS) await rm(join(folder, name), { force: true })
  }
}
