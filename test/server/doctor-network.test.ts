import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, it } from 'vitest'

import { makeDialler } from '../../src/engine/net/dialler.ts'
import { checkEgress, vendorAddresses } from '../../src/server/doctor/egress.ts'
import { checkMail, checkPort, checkPublicUrl } from '../../src/server/doctor/network.ts'
import { VERSION } from '../../src/server/host/version.ts'
import { startSmtp } from '../stand-ins/smtp.ts'
import { makeCertificate } from '../support/postgres/certificate.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => new Promise((resolve) => server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

const answering = async (answers: Readonly<Record<string, object>>, status = 200) => {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url]
    response.writeHead(answer ? status : 404).end(JSON.stringify(answer ?? {}))
  })
  return `http://127.0.0.1:${await listening(server)}`
}

const closedPort = async () => {
  const server = createTcpServer()
  const port = await listening(server)
  await stops.pop()?.()
  return port
}

const installation = { version: VERSION, firebase: { projectId: 'shop' } }

it('finds a port free, used by Millrace, or used by something else', async () => {
  const portOf = (url: string) => Number(new URL(url).port)
  expect((await checkPort('127.0.0.1', await closedPort())).state).toBe('ok')
  expect(await checkPort('127.0.0.1', portOf(await answering({ '/readyz': { status: 'ready' } })))).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^Millrace answers/),
  })
  const degraded = await answering({ '/readyz': { status: 'degraded', message: 'Postgres has ended.' } })
  expect(await checkPort('127.0.0.1', portOf(degraded))).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('but: Postgres has ended.'),
  })
  const starting = await answering({ '/readyz': { code: 'STARTING', message: 'Wait.' } }, 503)
  expect((await checkPort('127.0.0.1', portOf(starting))).state).toBe('warning')
  expect(await checkPort('127.0.0.1', portOf(await answering({})))).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/is in use by process \d+/),
  })
})

it('compares what the public address says with what this machine says', async () => {
  const own = await answering({ '/config.json': installation })
  expect((await checkPublicUrl(await answering({ '/config.json': installation }), own)).state).toBe('ok')
  const other = await answering({ '/config.json': { ...installation, firebase: { projectId: 'bakery' } } })
  expect(await checkPublicUrl(other, own)).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('another installation'),
  })
  expect(await checkPublicUrl(`http://127.0.0.1:${await closedPort()}`, own)).toMatchObject({
    state: 'warning',
    fix: expect.stringContaining('the proxy in front'),
  })
  const older = await answering({ '/config.json': { ...installation, version: '0.0.1' } })
  expect(await checkPublicUrl(older, older)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('0.0.1'),
  })
})

it('greets the mail server and sends nothing', async () => {
  const smtp = await startSmtp()
  stops.push(smtp.stop)
  expect((await checkMail(smtp.url)).state).toBe('ok')
  expect(smtp.mails).toEqual([])
})

it('says why the mail server cannot be used, without the password', async () => {
  const finding = await checkMail(`smtp://me:hunter2@127.0.0.1:${await closedPort()}`)
  expect(finding).toMatchObject({ state: 'failed', found: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(finding)).not.toContain('hunter2')
})

it('names each vendor that cannot be reached, and warns only', async () => {
  const dialler = makeDialler({ allowPrivate: true })
  const open = await answering({})
  expect((await checkEgress(dialler, [open])).state).toBe('ok')
  const closed = `http://127.0.0.1:${await closedPort()}`
  expect(await checkEgress(dialler, [open, closed])).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(new RegExp(`^${new URL(closed).host}: Nothing answers at 127.0.0.1`)),
  })
  expect((await checkEgress(makeDialler({}), [open])).found).toMatch(/private networks are not reachable here/)
})

it('checks the certificate of a vendor', async () => {
  const { certificate: cert, key } = makeCertificate({ commonName: 'localhost', names: ['localhost', '127.0.0.1'] })
  const port = await listening(createTlsServer({ cert, key }))
  const { state, found } = await checkEgress(makeDialler({ allowPrivate: true }), [`https://localhost:${port}`])
  expect(state).toBe('warning')
  expect(found).toMatch(/self-signed certificate/)
})

it('asks for the stand-in where one is set', () => {
  const addresses = vendorAddresses({ metronome: 'http://127.0.0.1:9000' })
  expect(addresses).toContain('http://127.0.0.1:9000')
  expect(addresses).not.toContain('https://api.metronome.com')
  expect(addresses).toContain('https://bigquery.googleapis.com')
})
